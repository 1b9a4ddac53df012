/**
 * `npm run clean-up`: lists databases whose data folder is gone. As root, a database lives in /var/lib/signalbox when its
 * user may not enter the data folder, and stays there when that folder is removed. `npm run clean-up -- --remove`
 * removes them.
 */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { ROOT, setUp } from './lib/setup.mjs';

const node = await setUp();
process.exitCode = await run(node, [path.join(ROOT, 'scripts/clean-up.ts'), ...process.argv.slice(2)], {
  check: false,
});
