/**
 * Writes `<file>.br` next to the files of the built console at the highest quality of brotli: 7 % smaller than what the
 * server compresses on request, but it takes seconds. Runs at low priority.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { onParentEnd } from '../server/src/config/parent-end.ts';

const brotli = promisify(brotliCompress);
const dist = path.join(import.meta.dirname, '..', 'console', 'dist');
const folder = path.join(dist, 'static');
/** What every visit fetches; it is compressed first. */
const OF_ALL_VISITS = /^(index|entrance|shell|controls|lists|widgets)-/;
/** Smaller files gain nothing. */
const MIN_BYTES = 1024;

// It ends with whoever has started it. Not by `exit`, which would wait for the file that is being compressed.
onParentEnd(() => process.kill(process.pid, 'SIGKILL'));

os.setPriority(os.constants.priority.PRIORITY_LOW);
const names = await readdir(folder);
for (const name of names.sort((one, other) => OF_ALL_VISITS.test(other) - OF_ALL_VISITS.test(one))) {
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
// Marks that everything is compressed; a build removes it with all other files.
await writeFile(path.join(dist, '.compressed'), '');
process.exit();
