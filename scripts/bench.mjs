/**
 * `npm run bench`: measures this machine with a real server and prints each figure next to its budget. `npm run bench --
 * ingest rest` measures parts, `--json file` also writes the figures, `--help` names the parts.
 */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { fail } from './lib/say.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';
import { ensureTestTools } from './lib/tools.mjs';

try {
  const node = await setUp();
  const given = process.argv.slice(2);
  // Only what is measured in a browser needs it.
  const isInBrowser = given.some((argument) => ['browser', 'charts', 'editor', 'gauges', 'updates'].includes(argument));
  const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  if (isInBrowser || given.every((argument) => argument.startsWith('-'))) {
    env.SIGNALBOX_CHROMIUM = await ensureTestTools();
    await buildConsole(node);
  }
  process.exitCode = await run(node, [path.join(ROOT, 'bench/src/main.ts'), ...given], {
    check: false,
    env,
  });
} catch (error) {
  fail(error.message);
  process.exitCode = 1;
}
