/** How large things are. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

/** The size of all files below a folder in MiB, to a tenth. */
export async function folderMb(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return inMb(sizes.reduce((total, size) => total + size, 0));
}

/** The resident memory of this process in MiB, to a tenth. */
export function residentMb(): number {
  return inMb(process.memoryUsage().rss);
}

function inMb(bytes: number): number {
  return Math.round((bytes / mebibyte) * 10) / 10;
}
