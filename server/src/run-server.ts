import type { Logger } from 'pino';
import { requireSafeDemo } from './config/demo-guard.ts';
import { createLog } from './config/log.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { createDemoData, DEMO_ACCOUNTS } from './demo/demo-data.ts';
import { type Platform, startPlatform } from './platform.ts';
import { openStorage } from './storage/open-storage.ts';

/** An orderly end that takes longer than this is cut short; the database recovers at the next start. */
const STOP_TIMEOUT_MS = 15_000;

/** What has to be undone at the end, newest last. */
type Ending = () => Promise<void>;

/** Runs the server until it is told to stop: the whole life of the process. */
export async function runServer(): Promise<void> {
  let settings: Settings;
  try {
    settings = readSettings();
    requireSafeDemo(settings);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
    return;
  }
  const log = createLog(settings.logLevel);
  const endings: Ending[] = [];
  const end = createEnd(log, endings);
  process.on('SIGTERM', () => end('SIGTERM', 0));
  process.on('SIGINT', () => end('SIGINT', 0));
  process.on('SIGHUP', () => end('SIGHUP', 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    end('error', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    end('error', 1);
  });

  try {
    const storage = await openStorage(settings, log, () => {
      log.fatal('another server has taken over the database');
      end('lost lease', 1);
    });
    endings.push(storage.close);
    const platform = await startPlatform({ settings, log, connection: storage.connection });
    endings.push(platform.stop);
    if (settings.demo) await addDemoData(platform, log);
    sayReady(settings, platform);
  } catch (error) {
    log.fatal(explain(error as NodeJS.ErrnoException, settings));
    log.debug({ err: error }, 'start failed');
    end('failed start', 1);
  }
}

/** A server that was started without the demo before may have another administrator password: it runs all the same. */
async function addDemoData(platform: Platform, log: Logger): Promise<void> {
  try {
    await createDemoData(platform.http, log);
  } catch (error) {
    log.error({ err: error }, 'the demo data could not be created');
  }
}

/**
 * The one way out: undoes everything in reverse order, then leaves. Asked a second time (Ctrl-C twice), it leaves at
 * once; a database left running is taken over by the next start.
 */
function createEnd(log: Logger, endings: Ending[]): (reason: string, exitCode: number) => void {
  let ending = false;
  return (reason, exitCode) => {
    if (ending) {
      if (reason === 'SIGINT' || reason === 'SIGTERM') process.exit(130);
      return;
    }
    ending = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('stopping takes too long; leaving now');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    void (async () => {
      let code = exitCode;
      for (const undo of endings.splice(0).reverse()) {
        await undo().catch((error: unknown) => {
          code = 1;
          log.error({ err: error }, 'a part could not be stopped');
        });
      }
      log.info('stopped');
      process.exit(code);
    })();
  };
}

/** What went wrong in words that say what to do. */
function explain(error: NodeJS.ErrnoException & { port?: number; address?: string }, settings: Settings): string {
  const setting = error.port === settings.httpPort ? 'SIGNALBOX_HTTP_PORT' : 'SIGNALBOX_MQTT_PORT';
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${error.port} on ${settings.bind} is taken by another program; set ${setting} to a free one.`;
    case 'EACCES':
      if (error.port === undefined) return error.message;
      return `Port ${error.port} may not be opened by this user; set ${setting} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${settings.bind}; set SIGNALBOX_BIND to one of its own.`;
    default:
      return error.message;
  }
}

function sayReady(settings: Settings, platform: Platform): void {
  // "All addresses" is none that a browser could open.
  const host = settings.bind === '0.0.0.0' || settings.bind === '::' ? 'localhost' : settings.bind;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const http = `http://${bracketed}:${platform.httpPort()}/`;
  const mqtt = `mqtt://${bracketed}:${platform.mqttPort()}`;
  const lines = ['', `Signalbox is ready: ${http}`, `  MQTT devices: ${mqtt}`];
  if (settings.demo) {
    lines.push('  Demo accounts:');
    for (const { username, password } of Object.values(DEMO_ACCOUNTS)) lines.push(`    ${username} / ${password}`);
  } else if (platform.firstAdministrator) {
    const { username, password } = platform.firstAdministrator;
    lines.push('  First start. The administrator account, shown this once; change its password after signing in:');
    lines.push(`    ${username} / ${password}`);
  }
  console.log(`${lines.join('\n')}\n`);
  console.log(`SIGNALBOX_READY ${JSON.stringify({ http, mqtt })}`);
}
