/**
 * Cuts the power of a process that has ended long ago. `strace` records every call by which it changed files and made
 * them durable; a cut replays the record up to a random point, as a disk could show it afterwards:
 *
 *   names     of files come and go in the order of the calls; those up to the last sync of anything are on the disk, and
 *             some of those after it (a file system with a journal)
 *   contents  written before the file's last sync are on the disk; of later writes each is there, is not, or is torn:
 *             some of its sectors of 512 bytes are, and zeroes where the file is longer than what is there
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { once } from 'node:events';

const sector = 512;
const calls =
  'open,openat,creat,close,dup,dup2,dup3,lseek,write,pwrite64,writev,pwritev,ftruncate,truncate,fallocate,fsync,fdatasync,' +
  'rename,renameat,renameat2,unlink,unlinkat,link,linkat,mkdir,mkdirat,rmdir';

/** Whether this machine can record; without it there are no power cuts. */
export function canRecord() {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a program on the store in a folder, and answers the record of what it did there. */
export async function record(root, log, program, task) {
  const before = contentsOf(root);
  const args = ['-f', '-qq', '-xx', '-s', '8000000', '-e', 'signal=none', '-e', `trace=${calls}`, '-o', log];
  // Writes that go through a ring in memory are no calls.
  const env = { ...process.env, UV_USE_IO_URING: '0' };
  const child = spawn('strace', [...args, process.execPath, program, JSON.stringify(task)], { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`power: the recorded process ended with ${code}`);
  return { before, root, events: eventsOf(readFileSync(log, 'latin1'), root, before) };
}

function contentsOf(root) {
  const files = new Map();
  const folders = new Set([root]);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) folders.add(path);
    else files.set(path, { bytes: readFileSync(path) });
  }
  return { files, folders };
}

/** A quoted argument as bytes; undefined for what is none. */
function bytesIn(argument) {
  const text = /^"((?:\\x[\da-f]{2})*)"(\.\.\.)?$/.exec(argument);
  if (text === null) return undefined;
  if (text[2] !== undefined) throw new Error('power: the record of a write is cut off');
  return Buffer.from(text[1].replaceAll('\\x', ''), 'hex');
}

const pathIn = (argument) => bytesIn(argument)?.toString('utf8');

/** The calls of a record in the order in which they ended, each with the place at which it began. */
function* callsIn(text) {
  const begun = new Map();
  let at = 0;
  for (const line of text.split('\n')) {
    at += 1;
    const [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest === undefined) continue;
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(pid, { text: rest.slice(0, -'<unfinished ...>'.length), from: at });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const { text: head = '', from = at } = resumed === null ? {} : (begun.get(pid) ?? {});
    const [, name, args, result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(head + (resumed?.[1] ?? rest)) ?? [];
    if (name !== undefined && Number(result) >= 0)
      yield { name, args: args.trim().split(', '), result: Number(result), from, at };
  }
}

/** What the calls did to the files below a folder. */
function eventsOf(text, root, { files }) {
  const events = [];
  const names = new Map(files);
  const open = new Map();
  const isOurs = (path) => path === root || path?.startsWith(`${root}/`);
  let said = '';
  const push = (type, call, more) => events.push({ type, from: call.from, at: call.at, ...more });
  const opened = (call, path, flags) => {
    if (!isOurs(path)) return open.delete(call.result);
    let file = names.get(path);
    if (file === undefined && flags.includes('O_CREAT')) {
      file = { bytes: Buffer.alloc(0) };
      names.set(path, file);
      push('create', call, { path, file });
    }
    if (file !== undefined && flags.includes('O_TRUNC')) push('truncate', call, { file, size: 0 });
    return open.set(call.result, { file, path, offset: 0, appends: flags.includes('O_APPEND') });
  };
  const written = (call, fd, data, offset) => {
    const { file, offset: here, appends } = open.get(fd) ?? {};
    if (Number(fd) === 1) {
      said += data.toString('utf8');
      const lines = said.split('\n');
      said = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{')) push('said', call, { line: JSON.parse(line) });
    }
    if (file === undefined) return;
    push('write', call, { file, data: data.subarray(0, call.result), offset: appends ? 'end' : (offset ?? here) });
    if (offset === undefined) open.get(fd).offset += call.result;
  };
  const renamed = (call, from, to) => {
    const file = names.get(from);
    if (file === undefined || !isOurs(to)) return;
    names.delete(from);
    names.set(to, file);
    push('rename', call, { path: from, to });
  };
  const linked = (call, from, to) => {
    if (!names.has(from) || !isOurs(to)) return;
    names.set(to, names.get(from));
    push('link', call, { path: from, to });
  };
  const removed = (call, path) => {
    if (names.delete(path)) push('unlink', call, { path });
    else if (isOurs(path)) push('rmdir', call, { path });
  };
  const vector = (argument) =>
    Buffer.concat([...argument.matchAll(/iov_base=("[^"]*")/g)].map(([, bytes]) => bytesIn(bytes)));
  const handlers = {
    open: (call, [path, flags]) => opened(call, pathIn(path), flags),
    openat: (call, [, path, flags]) => opened(call, pathIn(path), flags),
    creat: (call, [path]) => opened(call, pathIn(path), 'O_CREAT|O_TRUNC'),
    close: (_call, [fd]) => open.delete(Number(fd)),
    dup: (call, [fd]) => open.set(call.result, open.get(Number(fd)) ?? {}),
    lseek: (call, [fd]) => open.has(Number(fd)) && Object.assign(open.get(Number(fd)), { offset: call.result }),
    write: (call, [fd, data]) => written(call, Number(fd), bytesIn(data)),
    pwrite64: (call, [fd, data, , offset]) => written(call, Number(fd), bytesIn(data), Number(offset)),
    writev: (call, [fd, ...rest]) => written(call, Number(fd), vector(rest.join(', '))),
    pwritev: (call, [fd, ...rest]) => written(call, Number(fd), vector(rest.join(', ')), Number(rest.at(-1))),
    ftruncate: (call, [fd, size]) => {
      const { file } = open.get(Number(fd)) ?? {};
      if (file !== undefined) push('truncate', call, { file, size: Number(size) });
    },
    fsync: (call, [fd]) => {
      const { file, path } = open.get(Number(fd)) ?? {};
      if (path !== undefined) push('sync', call, { file });
    },
    rename: (call, [from, to]) => renamed(call, pathIn(from), pathIn(to)),
    renameat: (call, [, from, , to]) => renamed(call, pathIn(from), pathIn(to)),
    link: (call, [from, to]) => linked(call, pathIn(from), pathIn(to)),
    linkat: (call, [, from, , to]) => linked(call, pathIn(from), pathIn(to)),
    unlink: (call, [path]) => removed(call, pathIn(path)),
    unlinkat: (call, [, path]) => removed(call, pathIn(path)),
    rmdir: (call, [path]) => removed(call, pathIn(path)),
    mkdir: (call, [path]) => isOurs(pathIn(path)) && push('mkdir', call, { path: pathIn(path) }),
    mkdirat: (call, [, path]) => isOurs(pathIn(path)) && push('mkdir', call, { path: pathIn(path) }),
  };
  Object.assign(handlers, {
    fdatasync: handlers.fsync,
    renameat2: handlers.renameat,
    dup2: handlers.dup,
    dup3: handlers.dup,
  });
  for (const call of callsIn(text)) handlers[call.name]?.(call, call.args);
  return events;
}

/** The bytes of a file after one more change. */
function changed(bytes, { type, size, offset, data }) {
  if (type === 'truncate') {
    const cut = Buffer.alloc(size);
    bytes.copy(cut);
    return cut;
  }
  const start = offset === 'end' ? bytes.length : offset;
  const grown = Buffer.alloc(Math.max(bytes.length, start + data.length));
  bytes.copy(grown);
  data.copy(grown, start);
  return grown;
}

/** What a disk keeps of a write that was not synced: all, nothing, or some of its sectors. */
function tornOf(bytes, event, random) {
  const fate = random();
  if (fate < 0.4) return changed(bytes, event);
  if (fate < 0.7 || event.type === 'truncate') return bytes;
  const start = event.offset === 'end' ? bytes.length : event.offset;
  let torn = bytes;
  for (let from = 0; from < event.data.length; from += sector) {
    if (random() < 0.5) continue;
    torn = changed(torn, { type: 'write', offset: start + from, data: event.data.subarray(from, from + sector) });
  }
  return torn;
}

const ofNames = new Set(['create', 'rename', 'link', 'unlink', 'mkdir', 'rmdir']);

/** Writes what a disk could show after a cut into a folder, and answers what had been asked and acknowledged by then. */
export function cutPower({ before, root, events }, to, random) {
  const first = events.findIndex(({ type }) => type === 'said');
  const cut = events[first + Math.floor(random() * (events.length - first))].at;
  const past = events.filter(({ at }) => at <= cut);
  const lastSync = past.reduce((last, { type, from }) => (type === 'sync' ? Math.max(last, from) : last), 0);
  const loose = past.filter(({ type, at }) => ofNames.has(type) && at >= lastSync);
  const keptNames = Math.floor(random() * (loose.length + 1));
  const dropped = new Set(loose.slice(keptNames));

  const names = new Map(before.files);
  const folders = new Set(before.folders);
  for (const event of past) {
    if (dropped.has(event)) continue;
    const { type, path, to: next, file } = event;
    if (type === 'create') names.set(path, file);
    if (type === 'mkdir') folders.add(path);
    if (type === 'rmdir') folders.delete(path);
    if ((type === 'link' || type === 'rename') && names.has(path)) names.set(next, names.get(path));
    if (type === 'unlink' || type === 'rename') names.delete(path);
  }
  const syncs = new Map();
  for (const { type, file, from } of past) if (type === 'sync' && file !== undefined) syncs.set(file, from);
  const bytes = new Map();
  for (const event of past) {
    const { type, file, at } = event;
    if (type !== 'write' && type !== 'truncate') continue;
    const known = bytes.get(file) ?? file.bytes;
    bytes.set(file, at < (syncs.get(file) ?? 0) ? changed(known, event) : tornOf(known, event, random));
  }
  for (const folder of folders) mkdirSync(folder.replace(root, to), { recursive: true, mode: 0o700 });
  for (const [path, file] of names) {
    const copy = path.replace(root, to);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, bytes.get(file) ?? file.bytes, { mode: 0o600 });
  }
  const said = (name) => past.flatMap(({ type, line }) => (type === 'said' && line.event === name ? [line.ids] : []));
  return { asked: said('asked'), acked: said('acked'), cut };
}
