import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { createMailFailures } from './mail-failures.ts';
import { createMailService } from './mail-service.ts';

export interface MailParts {
  pool: pg.Pool;
  adminSettings: AdminSettingStore;
  log: Logger;
  settings: Pick<Settings, 'mailAuthorities'>;
}

/** The room that hands mails to the mail server. @throws Error when the file of authorities cannot be read */
export async function composeMail({ pool, adminSettings, log, settings }: MailParts) {
  const authority = settings.mailAuthorities ? await readFile(settings.mailAuthorities, 'utf8') : undefined;
  const failures = createMailFailures(pool);
  return { ...createMailService({ settings: adminSettings, log, authority, onFailed: failures.add }), failures };
}
