import type { CredentialsService } from '../access/credentials-service.ts';
import { isLoopback, requireNoPublishedPassword } from '../config/demo-guard.ts';
import type { Settings } from '../config/settings.ts';
import { DEMO_ACCOUNTS } from './demo-data.ts';

/**
 * Refuses to open a server to the network while demo accounts have their published passwords.
 * @throws Error naming the settings and the accounts
 */
export async function requireNoPublishedAccount(
  settings: Pick<Settings, 'bind' | 'demoPublic'>,
  credentials: Pick<CredentialsService, 'isOpen'>,
): Promise<void> {
  if (isLoopback(settings.bind)) return;
  const open: string[] = [];
  for (const { username, password } of Object.values(DEMO_ACCOUNTS)) {
    if (await credentials.isOpen(username, password)) open.push(username);
  }
  requireNoPublishedPassword(settings, open);
}
