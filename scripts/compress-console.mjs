/**
 * Writes `<file>.br` beside the files of the built console, as small as brotli makes them: a fourteenth less than what
 * the server makes of them in passing, for seconds of work. Behind everything else that runs.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const dist = path.join(import.meta.dirname, '..', 'console', 'dist');
const folder = path.join(dist, 'assets');
/** Bytes below which nothing is gained. */
const MIN_BYTES = 1024;

os.setPriority(os.constants.priority.PRIORITY_LOW);
for (const name of await readdir(folder)) {
  const file = path.join(folder, name);
  if (!/\.(js|css|svg|wasm)$/.test(name) || existsSync(`${file}.br`)) continue;
  const content = await readFile(file);
  if (content.length < MIN_BYTES) continue;
  const small = await brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  // A temporary name until it is complete: a server may be reading, and another start may be writing the same file.
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, small);
  await rename(unfinished, `${file}.br`);
}
// Marks that nothing is left to do; a build removes it with everything else.
await writeFile(path.join(dist, '.compressed'), '');
