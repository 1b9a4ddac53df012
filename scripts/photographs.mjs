/**
 * `npm run photographs`: photographs every page, dialog and the gallery in a real browser, in light, dark, on a phone and
 * from right to left, on a desktop and a phone, into `photographs/`, and fails on errors, overflow, missing texts and what is not accessible.
 * `npm run photographs -- --of=import` photographs those whose names contain `import`.
 */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';
import { ensureTestTools } from './lib/tools.mjs';

const OF = '--of=';
const args = process.argv.slice(2);
const of = args.find((arg) => arg.startsWith(OF))?.slice(OF.length) ?? '';

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
    ...args.filter((arg) => !arg.startsWith(OF)),
  ],
  {
    cwd: ROOT,
    check: false,
    env: {
      SIGNALBOX_CHROMIUM: browser,
      SIGNALBOX_PHOTOGRAPHS: path.join(ROOT, 'photographs'),
      SIGNALBOX_PHOTOGRAPHS_OF: of,
    },
  },
);
