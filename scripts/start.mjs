/**
 * `npm start`: sets everything up, starts the server with the demo data and the simulated devices, and prints where to
 * go. Settings are read from the environment (see README.md).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { onNpmExit } from './lib/npm-parent.mjs';
import { freePort } from './lib/ports.mjs';
import { fail, say } from './lib/say.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';

const environment = { ...process.env };

async function choosePort(name, standard, taken, protocol = 'tcp') {
  if (environment[name]) {
    taken.add(Number(environment[name]));
    return;
  }
  const port = await freePort(standard, environment.SIGNALBOX_BIND || '127.0.0.1', taken, protocol);
  if (port !== standard) say(`Port ${standard} is taken; using ${port} (set ${name} to choose another)`);
  environment[name] = String(port);
  taken.add(port);
}

/** Starts a part of the product and passes its lines on; `onLine` may swallow a line by returning true. */
function startPart(node, args, onLine) {
  // The 'ipc' channel lets a part notice when this process ends, for whatever reason.
  const child = spawn(node, args, { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    if (!onLine(line)) console.log(line);
  });
  return child;
}

try {
  const node = await setUp();
  await buildConsole(node);
  environment.SIGNALBOX_DEMO ??= 'true';
  const taken = new Set();
  await choosePort('SIGNALBOX_HTTP_PORT', 8080, taken);
  await choosePort('SIGNALBOX_MQTT_PORT', 1883, taken);
  const takenForDatagrams = new Set();
  await choosePort('SIGNALBOX_COAP_PORT', 5683, takenForDatagrams, 'udp');
  await choosePort('SIGNALBOX_LWM2M_PORT', 5685, takenForDatagrams, 'udp');
  await choosePort('SIGNALBOX_LWM2M_DTLS_PORT', 5686, takenForDatagrams, 'udp');
  await choosePort('SIGNALBOX_LWM2M_BOOTSTRAP_PORT', 5687, takenForDatagrams, 'udp');
  await choosePort('SIGNALBOX_LWM2M_BOOTSTRAP_DTLS_PORT', 5688, takenForDatagrams, 'udp');

  say('Starting the server');
  let simulator;
  const server = startPart(node, [path.join(ROOT, 'server/src/main.ts')], (line) => {
    const ready = /^SIGNALBOX_READY (\{.*\})$/.exec(line);
    if (!ready) return false;
    const { http, mqtt, demo } = JSON.parse(ready[1]);
    if (demo) {
      environment.SIGNALBOX_SIMULATE_HTTP = http;
      environment.SIGNALBOX_SIMULATE_MQTT = mqtt;
      simulator = startPart(node, [path.join(ROOT, 'scripts/simulate.ts'), '--quiet'], () => false);
    }
    return true;
  });

  const stop = (signal) => {
    simulator?.kill('SIGTERM');
    server.kill(signal);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGHUP', () => stop('SIGTERM'));
  onNpmExit(() => stop('SIGTERM'));
  server.on('exit', (code, signal) => {
    simulator?.kill('SIGTERM');
    process.exitCode = code ?? (signal ? 1 : 0);
  });
} catch (error) {
  fail(error.message);
  process.exitCode = 1;
}
