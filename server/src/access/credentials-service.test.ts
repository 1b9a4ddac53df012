import { DEFAULT_SECURITY_SETTINGS } from '@signalbox/contract/security-settings';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { SYSTEM_USER } from '../http/security-user.ts';
import { type Mail, MailError } from '../mail/mail.ts';
import type { Account, AccountStore } from './account-store.ts';
import { createCredentialsService } from './credentials-service.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const account: Account = {
  user: { ...SYSTEM_USER, email: 'ann@example.com' },
  sessionEpoch: 0,
  enabled: false,
  suspended: false,
  passwordHash: null,
  passwordChangedTime: null,
  passwordHistory: [],
  activateToken: 'TOKEN',
  resetTokenExpires: null,
};

/** Creates the service with one user and collects its mails; `fails`: sending fails. */
function createService({ fails = false } = {}) {
  const mails: Mail[] = [];
  let expires: number | null = null;
  const accounts: Partial<AccountStore> = {
    findByActivateToken: async () => account,
    findByEmail: async () => ({ ...account, enabled: true, resetTokenExpires: expires }),
    setPassword: async () => true,
    setResetToken: async (_userId, _token, until) => {
      expires = until;
    },
  };
  const service = createCredentialsService({
    accounts: accounts as AccountStore,
    tokens: { issue: async () => ({ token: 't', refreshToken: 'r' }) } as unknown as Tokens,
    sessions: { end: async () => 1 } as unknown as Sessions,
    securitySettings: { get: async () => DEFAULT_SECURITY_SETTINGS, save: async () => {} },
    mail: {
      async send(mail) {
        if (fails) throw new MailError('refused');
        mails.push(mail);
      },
    },
    mailBase: async () => 'https://a.example',
    lockout: { release: () => {} },
    log: pino({ level: 'silent' }),
  });
  return { service, mails };
}

describe('an activated user', () => {
  it('is notified by mail if requested', async () => {
    const { service, mails } = createService();
    await service.activate('TOKEN', 'long enough', { notifies: false, turn: 'test' });
    expect(mails).toEqual([]);
    await service.activate('TOKEN', 'long enough', { notifies: true, turn: 'test' });
    await expect
      .poll(() => mails)
      .toMatchObject([{ to: 'ann@example.com', subject: expect.stringContaining('has been activated') }]);
  });

  it('is activated even if the mail cannot be sent', async () => {
    const { service } = createService({ fails: true });
    expect(await service.activate('TOKEN', 'long enough', { notifies: true, turn: 'test' })).toEqual({
      token: 't',
      refreshToken: 'r',
    });
  });
});

describe('a locked user', () => {
  it.each([null, '', ' '])('is reported to no one when the settings name %j', async (administrator) => {
    const { service, mails } = createService();
    await service.notifyOfLockout('ann@example.com', administrator);
    expect(mails).toEqual([]);
  });

  it('is reported to the configured address, once per lock', async () => {
    const { service, mails } = createService();
    await service.notifyOfLockout('ann@example.com', 'security@example.com');
    await service.notifyOfLockout('ann@example.com', 'security@example.com');
    expect(mails).toMatchObject([{ to: 'security@example.com', text: expect.stringContaining('ann@example.com') }]);
  });
});

describe('a forgotten password', () => {
  it('is reset with a link that is sent at most once a minute', async () => {
    vi.useFakeTimers();
    const { service, mails } = createService();
    for (let count = 0; count < 3; count++) await service.requestReset('ann@example.com');
    expect(mails).toMatchObject([{ to: 'ann@example.com', text: expect.stringContaining('https://a.example/api/') }]);
    vi.advanceTimersByTime(60_000);
    await service.requestReset('ann@example.com');
    expect(mails).toHaveLength(2);
    vi.useRealTimers();
  });
});
