import type { AdminSetting } from '@signalbox/contract/admin-settings';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { mailForm } from './mail-form.ts';
import { presetOf } from './presets.ts';

const setting = (jsonValue: object): AdminSetting => ({ id: { id: 'x' }, createdTime: 0, key: 'mail', jsonValue });
/** What is saved when these values were changed. */
function bodyOf(stored: AdminSetting, changed: object) {
  const form = mailForm(((key: string) => key) as TFunction, stored);
  return form.body({ ...form.values(stored), ...changed }, stored);
}
const fresh = setting({ mailFrom: 'a@example.com', smtpHost: 'mail', showChangePassword: false, other: 1 });
const used = setting({ mailFrom: 'a@example.com', smtpHost: 'mail', username: 'iot' });

describe('the form of outgoing mail', () => {
  it('keeps what it does not know, and sends no password that was not typed', () => {
    expect(bodyOf(fresh, {})).toMatchObject({ other: 1, showChangePassword: false, smtpPort: '25', timeout: '10000' });
    expect(bodyOf(fresh, {})).not.toHaveProperty('password');
    expect(bodyOf(used, { password: 'typed, then not changed' })).not.toHaveProperty('password');
  });

  it('sends a password that was typed, and then says no more that there is none', () => {
    const first = bodyOf(fresh, { password: 's' });
    expect(first).toMatchObject({ password: 's' });
    expect(first).not.toHaveProperty('showChangePassword');
    expect(bodyOf(used, { changePassword: true, password: '' })).toMatchObject({ password: '' });
  });

  it('asks for STARTTLS only where the connection begins without encryption', () => {
    expect(bodyOf(used, { enableTls: true })).toMatchObject({ enableTls: true });
    expect(bodyOf(used, { enableTls: true, smtpProtocol: 'smtps' })).toMatchObject({ enableTls: false });
  });

  it('knows providers by their host', () => {
    expect(presetOf(' SMTP.gmail.com ')).toBe('gmail');
    expect(presetOf('mail.example.com')).toBe('own');
  });
});
