import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isAlive, postmasterPid, postmasterSocketDir, waitForEnd } from './processes.ts';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const READY_TIMEOUT_MS = 120_000;
const ANY_LWM2M_PORT = {
  SIGNALBOX_LWM2M_PORT: '0',
  SIGNALBOX_LWM2M_DTLS_PORT: '0',
  SIGNALBOX_LWM2M_BOOTSTRAP_PORT: '0',
  SIGNALBOX_LWM2M_BOOTSTRAP_DTLS_PORT: '0',
};

/** A real server in its own process and data folder. */
export interface TestServer {
  /** `http://127.0.0.1:port` */
  http: string;
  /** `mqtt://127.0.0.1:port` */
  mqtt: string;
  mqttPort: number;
  coapPort: number;
  lwm2mPort: number;
  pid: number;
  dataDir: string;
  /** Everything printed since the last start: addresses, accounts and the log. */
  output: () => string;
  /** Sends `signal` without waiting. */
  signal: (signal: NodeJS.Signals) => void;
  /** Waits for its end. Returns the exit code; null when a signal ended it. */
  exited: () => Promise<number | null>;
  /** Sends `signal` and waits for its end; the data folder remains. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Restarts it on the same folder and ports; `environment` changes settings from then on. */
  restart: (environment?: Record<string, string>) => Promise<void>;
  /** Stops it and removes the data folder, unless it was named when it was started. */
  stop: () => Promise<void>;
}

const MAIN = path.join(ROOT, 'server/src/main.ts');

/** The environment without Signalbox settings of the person who runs the tests. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALBOX_') && name !== 'DATABASE_URL'),
  );
}

/** Starts a server that is expected to fail; returns its exit code and output. */
export async function failToStart(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const dataDir = environment.SIGNALBOX_DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-')));
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: {
      ...cleanEnvironment(),
      SIGNALBOX_HTTP_PORT: '0',
      SIGNALBOX_MQTT_PORT: '0',
      SIGNALBOX_COAP_PORT: '0',
      ...ANY_LWM2M_PORT,
      SIGNALBOX_DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
      // It started after all: stop it, so that the test fails with its output.
      if (output.includes('SIGNALBOX_READY')) child.kill('SIGTERM');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (environment.SIGNALBOX_DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
  return { code, output };
}

/** Starts `server/src/main.ts` on free ports. `environment` adds settings; a data folder that it names is kept. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const keptDataDir = environment.SIGNALBOX_DATA_DIR;
  const dataDir = keptDataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-')));
  let settings = environment;
  let child: ChildProcess | undefined;
  let exited: Promise<number | null> = Promise.resolve(null);
  let output = '';
  const server = { http: '', mqtt: '', mqttPort: 0, coapPort: 0, lwm2mPort: 0, pid: 0, dataDir };

  async function start(httpPort: string, mqttPort: string, coapPort: string): Promise<void> {
    const started = spawn(process.execPath, [MAIN], {
      cwd: ROOT,
      env: {
        ...cleanEnvironment(),
        SIGNALBOX_HTTP_PORT: httpPort,
        SIGNALBOX_MQTT_PORT: mqttPort,
        SIGNALBOX_COAP_PORT: coapPort,
        ...ANY_LWM2M_PORT,
        SIGNALBOX_DATA_DIR: dataDir,
        SIGNALBOX_DEMO: 'true',
        SIGNALBOX_LOG_LEVEL: 'warn',
        // Lists and dashboards show what tests make, not what the server says of itself after a minute.
        SIGNALBOX_QUEUE_STATISTICS_PERIOD: '86400000',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (data) => {
        output = (output + data).slice(-100_000);
      });
    }
    exited = new Promise((resolve) => started.once('close', (code) => resolve(code)));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The server was not ready in time\n${output}`)),
        READY_TIMEOUT_MS,
      );
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}\n${output}`)));
      readline.createInterface({ input: started.stdout }).on('line', (line) => {
        const ready = /^SIGNALBOX_READY (\{.*\})$/.exec(line);
        if (!ready) return;
        clearTimeout(timer);
        const addresses = JSON.parse(ready[1] as string) as Record<'http' | 'mqtt' | 'coap' | 'lwm2m', string>;
        server.http = addresses.http.replace(/\/$/, '');
        server.mqtt = addresses.mqtt;
        server.mqttPort = Number(new URL(addresses.mqtt).port);
        server.coapPort = Number(new URL(addresses.coap).port);
        server.lwm2mPort = Number(new URL(addresses.lwm2m).port);
        server.pid = started.pid as number;
        resolve();
      });
    });
  }

  async function kill(signal: NodeJS.Signals): Promise<number | null> {
    child?.kill(signal);
    return exited;
  }

  await start('0', '0', '0');
  return Object.assign(server, {
    kill,
    output: () => output,
    signal: (signal: NodeJS.Signals) => void child?.kill(signal),
    exited: () => exited,
    restart: (changes: Record<string, string> = {}) => {
      settings = { ...settings, ...changes };
      return start(new URL(server.http).port, String(server.mqttPort), String(server.coapPort));
    },
    async stop() {
      const socketDir = await postmasterSocketDir(dataDir);
      await kill('SIGTERM');
      // A killed server leaves its database running.
      const database = await postmasterPid(dataDir);
      if (database !== undefined && isAlive(database)) {
        process.kill(database, 'SIGINT');
        await waitForEnd(database);
      }
      if (socketDir) await rm(socketDir, { recursive: true, force: true });
      if (keptDataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  });
}
