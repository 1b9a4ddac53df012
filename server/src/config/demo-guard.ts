import net from 'node:net';
import type { Settings } from './settings.ts';

/** Whether a server on this address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '');
  if (net.isIPv4(bare)) return bare.startsWith('127.');
  return net.isIPv6(bare) && /^(0*:)*:?0*1$/.test(bare);
}

/**
 * Refuses to expose accounts with published passwords to the network, unless the settings allow it.
 * @param openAccounts e-mails of accounts that still have their published password
 * @throws Error naming the settings and the accounts
 */
export function requireNoPublishedPassword(
  settings: Pick<Settings, 'bind' | 'demoPublic'>,
  openAccounts: readonly string[],
): void {
  if (openAccounts.length === 0 || settings.demoPublic || isLoopback(settings.bind)) return;
  throw new Error(
    `SIGNALBOX_BIND=${settings.bind} would open accounts whose passwords are published to the network: ` +
      `${openAccounts.join(', ')}. Change their passwords or delete them, or set SIGNALBOX_DEMO_PUBLIC=true.`,
  );
}

/**
 * Refuses to expose the demo accounts, whose passwords are published, to the network unless the settings allow it.
 * @throws Error naming the settings
 */
export function requireSafeDemo(settings: Pick<Settings, 'bind' | 'demo' | 'demoPublic'>): void {
  if (!settings.demo || settings.demoPublic || isLoopback(settings.bind)) return;
  throw new Error(
    `SIGNALBOX_BIND=${settings.bind} would open the demo accounts, whose passwords are published, to the network. ` +
      'Set SIGNALBOX_DEMO=false, or SIGNALBOX_DEMO_PUBLIC=true if that is what you want.',
  );
}
