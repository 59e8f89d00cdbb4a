/**
 * The files of the built page: `index.html` and what lies in `assets/`. They hold nothing of a memory, so anybody may have
 * them. They are read whole when the first of them is asked for, and nothing else of the disk can be named.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { NotFoundError } from '../index.ts';
import type { Call, Route } from './call.ts';

interface PageFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
  readonly packed: Buffer<ArrayBuffer>;
}

type PageFiles = ReadonlyMap<string, PageFile>;

/** What the page may do: run its own scripts and ask its own server, and make nothing into markup. Its workers are held to it too. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types madeleine',
].join('; ');
const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  vary: 'accept-encoding',
};
/** The names in `assets/` change with what the files hold. */
const kept = { 'cache-control': 'public, max-age=31536000, immutable' };
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const pack = promisify(gzip);

/** The routes of the files of the page that is built in a folder. */
export function pageFileRoutes(folder: string): readonly Route[] {
  let files: Promise<PageFiles> | undefined;
  const handle = async ({ incoming, url }: Call): Promise<Response> => {
    files ??= readPage(folder).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const file = (await files).get(url.pathname);
    if (file === undefined) throw new NotFoundError('NOT_FOUND', 'page: there is no such file; load the page again.');
    const packed = /\bgzip\b/.test(String(incoming.headers['accept-encoding']));
    return packed
      ? new Response(file.packed, { headers: { ...file.headers, 'content-encoding': 'gzip' } })
      : new Response(file.body, { headers: file.headers });
  };
  const route = { methods: ['GET'], access: 'open', timed: true, handle } as const;
  return [
    { ...route, path: '/', summary: 'The page.' },
    { ...route, path: '/assets/{file}', summary: 'A part of the page.' },
  ];
}

async function readPage(folder: string): Promise<PageFiles> {
  const names = await readdir(join(folder, 'assets')).catch(() => {
    throw new NotFoundError('NOT_FOUND', 'page: it is not built here; run `npm run build`, then load it again.');
  });
  const assets = names.map(
    async (name) => [`/assets/${name}`, await readPart(join(folder, 'assets', name), kept)] as const,
  );
  return new Map([['/', await readPart(join(folder, 'index.html'), {})], ...(await Promise.all(assets))]);
}

async function readPart(path: string, caching: Readonly<Record<string, string>>): Promise<PageFile> {
  const body = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  return { headers: { ...pageHeaders, ...caching, 'content-type': type }, body, packed: await pack(body) };
}
