/**
 * `npm run photographs`: photographs every page, dialog and the gallery in a real browser, in light, dark, on a phone and
 * from right to left, into `photographs/`, and fails on errors, overflow, missing texts and what is not accessible.
 */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';
import { ensureTestTools } from './lib/tools.mjs';

const node = await setUp();
const browser = await ensureTestTools();
await buildConsole(node);
process.exitCode = await run(
  node,
  [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'e2e',
    'e2e/tests/every-page.e2e.ts',
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    check: false,
    env: { SIGNALBOX_CHROMIUM: browser, SIGNALBOX_PHOTOGRAPHS: path.join(ROOT, 'photographs') },
  },
);
