import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { step } from './say.mjs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the full path of the first of `names` that is on the PATH. */
function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const program = path.join(folder, name);
      if (existsSync(program)) return program;
    }
  }
  return undefined;
}

/** Debian keeps each PostgreSQL version in a separate folder that is not on the PATH. */
function hasPostgres() {
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => `${versions}/${version}/bin`) : [];
  return folders.some((folder) => existsSync(`${folder}/initdb`)) || findProgram(['initdb']) !== undefined;
}

/**
 * Finds the browser, PostgreSQL and the command-line clients that the tests use. As root on Debian and Ubuntu, it installs
 * them; elsewhere it throws an error that lists what is missing.
 * @returns path of the browser
 */
export async function ensureTestTools() {
  const missing = [];
  const browser = () => process.env.SIGNALBOX_CHROMIUM || findProgram(BROWSERS);
  if (!browser()) missing.push('chromium');
  if (!findProgram(['mosquitto_pub']) || !findProgram(['mosquitto_sub'])) missing.push('mosquitto-clients');
  if (!findProgram(['curl'])) missing.push('curl');
  if (!hasPostgres()) missing.push('postgresql');
  if (missing.length > 0) {
    const apt = findProgram(['apt-get']);
    if (!apt || process.getuid?.() !== 0) {
      throw new Error(
        `The tests need: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}; ` +
          'on macOS: brew install mosquitto postgresql, and Chromium or Chrome. A browser elsewhere is named by SIGNALBOX_CHROMIUM.',
      );
    }
    await step(`Installing ${missing.join(', ')}`, async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      await run(apt, ['update', '-q'], { quiet: true, env });
      await run(apt, ['install', '-y', '-q', '--no-install-recommends', ...missing], { quiet: true, env });
    });
  }
  return browser();
}
