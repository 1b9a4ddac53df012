/**
 * `npm run widget-pictures`: photographs the widget types of the system as the console draws them, into the folders
 * `images/` of their bundles, and all of them on one sheet, `photographs/widget-pictures.png`.
 * `npm run widget-pictures -- --of=charts,cards` photographs these bundles.
 */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';
import { ensureTestTools } from './lib/tools.mjs';

const node = await setUp();
const browser = await ensureTestTools();
await buildConsole(node);
process.exitCode = await run(node, [path.join(ROOT, 'e2e/pictures/widget-pictures.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  check: false,
  linked: true,
  env: { SIGNALBOX_CHROMIUM: browser },
});
