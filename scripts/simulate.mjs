/** `npm run simulate -- --devices 100`: plausible devices that publish over real MQTT to a running server. */
import path from 'node:path';
import { run } from './lib/run.mjs';
import { ROOT, setUp } from './lib/setup.mjs';

const node = await setUp();
process.exitCode = await run(node, [path.join(ROOT, 'scripts/simulate.ts'), ...process.argv.slice(2)], {
  check: false,
  linked: true,
});
