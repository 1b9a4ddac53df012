import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './server.ts';

const run = promisify(execFile);
/** Folders that appear in a checkout when it is set up and used. */
const GENERATED = ['.git', 'node_modules', '.toolchain', 'data', 'test-results', 'coverage'];

/** A copy of the product in a temporary folder, already set up. */
export interface Checkout {
  folder: string;
  remove: () => Promise<void>;
}

/** Copies the sources with the built console to a path with spaces and links the dependencies, file by file. */
export async function copyCheckout(): Promise<Checkout> {
  // Beside the project, where its files can be linked.
  const home = await mkdtemp(path.join(process.env.SIGNALBOX_TEST_DISK ?? os.tmpdir(), 'signalbox-e2e-'));
  const folder = path.join(home, 'a folder with spaces');
  await cp(ROOT, folder, {
    recursive: true,
    filter: (source) => !GENERATED.includes(path.relative(ROOT, source)) && path.basename(source) !== '.vite',
  });
  // Tests do not compress the console, which would go on beside the copy for as long as it runs.
  await writeFile(path.join(folder, 'console', 'dist', '.compressed'), '');
  for (const name of ['node_modules', '.toolchain']) {
    const [from, to] = [path.join(ROOT, name), path.join(folder, name)];
    // Hard links are fast; a temporary folder on another disk needs copies. A new enough Node needs no toolchain.
    await run('cp', ['-RPl', from, to])
      .catch(() => run('cp', ['-RP', from, to]))
      .catch((error) => {
        if (name === 'node_modules') throw error;
      });
  }
  return {
    folder,
    async remove() {
      // As root the database is elsewhere: its user may not enter our temporary folder.
      const elsewhere = await readFile(path.join(folder, 'data', 'cluster-home'), 'utf8').catch(() => undefined);
      if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}
