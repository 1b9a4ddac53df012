import type { Logger } from 'pino';
import { requireSafeDemo } from './config/demo-guard.ts';
import { createLog } from './config/log.ts';
import { onParentEnd } from './config/parent-end.ts';
import { readSettings, SETTINGS, type Settings } from './config/settings.ts';
import { createDemoData, DEMO_ACCOUNTS } from './demo/demo-data.ts';
import type { Platform } from './platform.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';

/** An orderly end that takes longer than this is cut short; the database recovers at the next start. */
const STOP_TIMEOUT_MS = 15_000;

/** Ctrl-C reaches the server by several ways (terminal, npm, the script that started it); this soon it is the same. */
const SAME_SIGNAL_MS = 400;

/** What has to be undone at the end, newest last. */
type Ending = () => Promise<void>;

/** Asks the server to end: why, and its exit code. */
type End = (reason: string, exitCode: number) => void;

/** Runs the server until it is stopped: the whole life of the process. */
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
  let storage: Storage | undefined;
  const end = createEnd(log, endings, () => storage?.kill());
  process.on('SIGTERM', () => end('SIGTERM', 0));
  process.on('SIGINT', () => end('SIGINT', 0));
  process.on('SIGHUP', () => end('SIGHUP', 0));
  // The script that started the server keeps a channel open to it: its end, however hard, is ours.
  onParentEnd(() => end('the process that started it is gone', 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    end('error', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    end('error', 1);
  });

  try {
    const opening = openStorage(settings, log, (reason) => {
      log.fatal(reason);
      end('lost database', 1);
    });
    // A thousand modules, loaded while a database of our own starts. Nothing else happens meanwhile: what another database
    // answers would be heard too late, and who has set something wrong is told without them.
    if (!settings.databaseUrl) void import('./platform.ts');
    storage = await opening;
    endings.push(storage.close);
    const { startPlatform } = await import('./platform.ts');
    const platform = await startPlatform({
      settings,
      log,
      connection: storage.connection,
      onBroken(error) {
        log.fatal({ err: error }, 'the platform cannot go on');
        end('broken platform', 1);
      },
    });
    endings.push(platform.stop);
    sayReady(settings, platform, settings.demo && (await addDemoData(platform, log)));
  } catch (error) {
    log.fatal(explain(error as NodeJS.ErrnoException, settings));
    log.debug({ err: error }, 'start failed');
    end('failed start', 1);
  }
}

/**
 * A server that was started without the demo before may have another administrator password: it runs all the same.
 * @returns whether the demo data are there
 */
async function addDemoData(platform: Platform, log: Logger): Promise<boolean> {
  try {
    await createDemoData(platform.http, log);
    return true;
  } catch (error) {
    log.error(`The demo data could not be created: ${(error as Error).message}`);
    log.debug({ err: error }, 'creating the demo data failed');
    return false;
  }
}

/**
 * The one way out: undoes everything in reverse order, then leaves. Asked a second time (Ctrl-C twice), it leaves at
 * once; the database is cut off and recovers at the next start.
 */
function createEnd(log: Logger, endings: Ending[], killStorage: () => void): End {
  /** When the end began, epoch ms. */
  let since: number | undefined;
  const leave = (line: string, exitCode: number): void => {
    log.error(line);
    killStorage();
    process.exit(exitCode);
  };
  return (reason, exitCode) => {
    if (since !== undefined) {
      const isSignal = reason === 'SIGINT' || reason === 'SIGTERM';
      if (isSignal && Date.now() - since > SAME_SIGNAL_MS) leave('asked again; leaving now', 130);
      return;
    }
    since = Date.now();
    log.info({ reason }, 'stopping');
    setTimeout(() => leave('stopping takes too long; leaving now', 1), STOP_TIMEOUT_MS).unref();
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

/** Names of the settings that are this port. */
function portSettings(settings: Settings, port: number | undefined): string[] {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  return names.filter((name) => name.endsWith('Port') && settings[name] === port).map((name) => SETTINGS[name].env);
}

/** What went wrong in words that say what to do. */
function explain(error: NodeJS.ErrnoException & { port?: number; address?: string }, settings: Settings): string {
  const ports = portSettings(settings, error.port);
  switch (error.code) {
    case 'EADDRINUSE':
      if (ports.length > 1) {
        return `${ports.join(' and ')} are both ${error.port}; set one of them to another port.`;
      }
      return `Port ${error.port} on ${settings.bind} is taken by another program; set ${ports[0]} to a free one.`;
    case 'EACCES':
      if (error.port === undefined) return error.message;
      return `Port ${error.port} may not be opened by this user; set ${ports[0]} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${settings.bind}; set SIGNALBOX_BIND to one of its own.`;
    default:
      return error.message;
  }
}

/** @param demo whether the demo data are there */
function sayReady(settings: Settings, platform: Platform, demo: boolean): void {
  // "All addresses" is not an address that a browser could open.
  const host = settings.bind === '0.0.0.0' || settings.bind === '::' ? 'localhost' : settings.bind;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const http = `http://${bracketed}:${platform.httpPort()}/`;
  /** name of each transport → its address */
  const devices: Record<string, string> = {};
  const lines = ['', `Signalbox is ready: ${http}`];
  const httpsPort = platform.httpsPort();
  const https = httpsPort === undefined ? undefined : `https://${bracketed}:${httpsPort}/`;
  if (https) lines.push(`  Over TLS: ${https}`);
  for (const [name, { title, scheme, port }] of Object.entries(platform.transportAddresses())) {
    devices[name] = `${scheme}://${bracketed}:${port}`;
    lines.push(`  ${title} devices: ${devices[name]}`);
  }
  if (demo) {
    lines.push('  Demo accounts:');
    for (const { username, password } of Object.values(DEMO_ACCOUNTS)) lines.push(`    ${username} / ${password}`);
  } else if (platform.firstAdministrator) {
    const { username, password } = platform.firstAdministrator;
    lines.push('  First start. The administrator account, shown this once; change its password after signing in:');
    lines.push(`    ${username} / ${password}`);
  }
  console.log(`${lines.join('\n')}\n`);
  console.log(`SIGNALBOX_READY ${JSON.stringify({ http, https, ...devices, demo })}`);
}
