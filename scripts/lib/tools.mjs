import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { step } from './say.mjs';

/** The same engine without windows: opening a page takes it less than half the work. */
const HEADLESS = 'chromium-headless-shell';
const BROWSERS = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the full path of the first of `names` that is on the PATH. */
export function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const program = path.join(folder, name);
      if (existsSync(program)) return program;
    }
  }
  return undefined;
}

/** Debian keeps each PostgreSQL version in a separate folder that is not on the PATH. */
function hasPostgres() {
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => `${versions}/${version}/bin`) : [];
  return folders.some((folder) => existsSync(`${folder}/initdb`)) || findProgram(['initdb']) !== undefined;
}

/** Debian keeps the script that starts it as a program of one's own off the PATH. */
export function hasRabbitMq() {
  return existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server') || findProgram(['rabbitmq-server']) !== undefined;
}

/** Debian keeps it off the PATH of people. */
function hasSnmpd() {
  return existsSync('/usr/sbin/snmpd') || findProgram(['snmpd']) !== undefined;
}

/** Debian keeps the broker off the PATH of people. */
export function hasMosquitto() {
  return existsSync('/usr/sbin/mosquitto') || findProgram(['mosquitto']) !== undefined;
}

/**
 * Installs packages that are missing, as root on Debian and Ubuntu; elsewhere it throws an error that lists them.
 * @param {[string, () => unknown][]} packages each with how to find out whether it is there
 * @param {string} elsewhere what to do on other systems
 */
export async function ensurePackages(packages, elsewhere) {
  const missing = [];
  for (const [name, isThere] of packages) if (!(await isThere())) missing.push(name);
  if (missing.length === 0) return;
  const apt = findProgram(['apt-get']);
  if (!apt || process.getuid?.() !== 0) {
    throw new Error(
      `The tests need: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}; ${elsewhere}`,
    );
  }
  await step(`Installing ${missing.join(', ')}`, async () => {
    // Debian does not start services in this run level: the tests start servers of their own.
    const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run(apt, ['update', '-q'], { quiet: true, env });
    await run(apt, ['install', '-y', '-q', '--no-install-recommends', ...missing], { quiet: true, env });
  });
}

/** Finds a browser, or installs one: the light one where that is possible. @returns its path */
async function ensureBrowser() {
  if (process.env.SIGNALBOX_CHROMIUM) return process.env.SIGNALBOX_CHROMIUM;
  const present = findProgram(BROWSERS);
  const canInstall = findProgram(['apt-get']) !== undefined && process.getuid?.() === 0;
  if (present?.endsWith(HEADLESS) || (present && !canInstall)) return present;
  try {
    await ensurePackages([[HEADLESS, () => false]], 'on macOS: brew install chromium, or install Chrome.');
  } catch (error) {
    // An older release, or no network: any other does as well.
    if (!present) throw error;
  }
  return findProgram(BROWSERS);
}

/**
 * Finds the browser, PostgreSQL, RabbitMQ and the command-line clients that the tests use, or installs them.
 * @param needed whether a browser is
 * @returns path of the browser
 */
export async function ensureTestTools(needed = { browser: true }) {
  const browser = needed.browser ? await ensureBrowser() : undefined;
  await ensurePackages(
    [
      ['mosquitto-clients', () => findProgram(['mosquitto_pub']) && findProgram(['mosquitto_sub'])],
      ['libcoap3-bin', () => findProgram(['coap-client-notls', 'coap-client'])],
      ['curl', () => findProgram(['curl'])],
      ['openssl', () => findProgram(['openssl'])],
      ['rabbitmq-server', hasRabbitMq],
      ['snmpd', hasSnmpd],
      ['snmp', () => findProgram(['snmpget'])],
      ['postgresql', hasPostgres],
    ],
    'on macOS: brew install mosquitto net-snmp postgresql rabbitmq.',
  );
  return browser;
}
