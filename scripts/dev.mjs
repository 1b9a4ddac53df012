/** `npm run dev`: the server restarts when its files change, the console is served by Vite with hot reload. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { onNpmExit } from './lib/npm-parent.mjs';
import { freePort } from './lib/ports.mjs';
import { say } from './lib/say.mjs';
import { ROOT, setUp } from './lib/setup.mjs';

const node = await setUp();
const httpPort = await freePort(Number(process.env.SIGNALBOX_HTTP_PORT || 8080), '127.0.0.1');
const mqttPort = await freePort(Number(process.env.SIGNALBOX_MQTT_PORT || 1883), '127.0.0.1');
const coapPort = await freePort(Number(process.env.SIGNALBOX_COAP_PORT || 5683), '127.0.0.1', new Set(), 'udp');
const env = {
  ...process.env,
  SIGNALBOX_DEMO: process.env.SIGNALBOX_DEMO ?? 'true',
  SIGNALBOX_HTTP_PORT: String(httpPort),
  SIGNALBOX_MQTT_PORT: String(mqttPort),
  SIGNALBOX_COAP_PORT: String(coapPort),
  // Where the console under development sends its calls.
  SIGNALBOX_SERVER: `http://127.0.0.1:${httpPort}`,
};
say(`Server on http://127.0.0.1:${httpPort}, MQTT on ${mqttPort}, CoAP on ${coapPort}`);
const parts = [
  spawn(node, ['--watch', path.join(ROOT, 'server/src/main.ts')], { cwd: ROOT, env, stdio: 'inherit' }),
  spawn(node, [path.join(ROOT, 'node_modules/vite/bin/vite.js')], {
    cwd: path.join(ROOT, 'console'),
    env,
    stdio: 'inherit',
  }),
];
const stop = (signal) => {
  for (const part of parts) part.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
onNpmExit(() => stop('SIGTERM'));
