import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const READY_TIMEOUT_MS = 120_000;

/** A real server in a process of its own, with a data folder of its own. */
export interface TestServer {
  /** `http://127.0.0.1:port` */
  http: string;
  /** `mqtt://127.0.0.1:port` */
  mqtt: string;
  mqttPort: number;
  pid: number;
  dataDir: string;
  /** Ends it with `signal` and waits until it is gone; the data folder stays. */
  kill: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Starts it again on the same folder and ports. */
  restart: () => Promise<void>;
  /** Ends it and removes the data folder. */
  stop: () => Promise<void>;
}

/** Starts `server/src/main.ts` on free ports. `environment` adds settings. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-'));
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  const server = { http: '', mqtt: '', mqttPort: 0, pid: 0, dataDir };

  async function start(httpPort: string, mqttPort: string): Promise<void> {
    const started = spawn(process.execPath, [path.join(ROOT, 'server/src/main.ts')], {
      cwd: ROOT,
      env: {
        ...process.env,
        SIGNALBOX_HTTP_PORT: httpPort,
        SIGNALBOX_MQTT_PORT: mqttPort,
        SIGNALBOX_DATA_DIR: dataDir,
        SIGNALBOX_DEMO: 'true',
        SIGNALBOX_LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let errors = '';
    started.stderr.on('data', (data) => {
      errors = (errors + data).slice(-8_000);
    });
    gone = new Promise((resolve) => started.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The server was not ready in time\n${errors}`)),
        READY_TIMEOUT_MS,
      );
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}\n${errors}`)));
      readline.createInterface({ input: started.stdout }).on('line', (line) => {
        const ready = /^SIGNALBOX_READY (\{.*\})$/.exec(line);
        if (!ready) return;
        clearTimeout(timer);
        const addresses = JSON.parse(ready[1] as string) as { http: string; mqtt: string };
        server.http = addresses.http.replace(/\/$/, '');
        server.mqtt = addresses.mqtt;
        server.mqttPort = Number(new URL(addresses.mqtt).port);
        server.pid = started.pid as number;
        resolve();
      });
    });
  }

  async function kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child?.kill(signal);
    await gone;
  }

  await start('0', '0');
  return Object.assign(server, {
    kill,
    restart: () => start(new URL(server.http).port, String(server.mqttPort)),
    async stop() {
      // A killed server leaves its database running: one more orderly start and stop ends it.
      if (child?.signalCode === 'SIGKILL') await start('0', '0');
      await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}
