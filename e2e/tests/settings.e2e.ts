import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, startRawServer, type TestMailServer, textOf } from '../../server/test/mail-server.ts';
import { type Api, SYSADMIN, signInByApi, TENANT } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';
import { visit } from '../harness/visit.ts';

/** Of their own: the settings are those of the whole installation. */
let server: TestServer;
let mailServer: TestMailServer;
let system: Api;
beforeAll(async () => {
  [server, mailServer] = [await startPreparedServer(), await startMailServer()];
  system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
});
afterAll(async () => {
  await server?.stop();
  await mailServer?.close();
});
setUpConsole({ server: () => server, user: SYSADMIN, sharePage: true });

const settingOf = async (key: string) =>
  (await system.get<{ jsonValue: Record<string, unknown> }>(`/api/admin/settings/${key}`)).jsonValue;
const save = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/Saved$/).waitFor();
  await page.getByText(/Saved$/).waitFor({ state: 'hidden' });
};
/** A field by its label, which has a star when it is required. */
const field = (label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('the settings of the installation', () => {
  const group = () => page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Settings' });

  it('stand in a group of the menu, which is open while one of them is', async () => {
    await page.goto('/home');
    await group().waitFor();
    await expect.poll(() => group().getAttribute('aria-expanded')).toBe('false');
    await group().click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Outgoing mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'Outgoing mail' }).waitFor();
    await page.goto('/settings');
    await page.waitForURL((url) => url.pathname === '/settings/general');
    await expect.poll(() => group().getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => page.title()).toContain('General');
  });

  it('are among the places of the home page and found by the palette', async () => {
    await visit(page, '/home');
    const places = page.getByRole('navigation', { name: 'Places' });
    for (const name of ['General', 'Outgoing mail', 'SMS provider', 'Security settings']) {
      await places.getByRole('link', { name }).waitFor();
    }
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('security set');
    await page.getByRole('option', { name: 'Security settings', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/settings/security-settings');
  });

  it('are for system administrators only', async () => {
    const other = await openPage();
    await other.goto('/settings/outgoing-mail');
    await other.getByRole('dialog').waitFor();
    await expect.poll(() => other.getByLabel('Host', { exact: true }).count()).toBe(0);
  });

  it('have no violations and do not scroll sideways, on a desktop and on a phone', { timeout: 120_000 }, async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const place of ['general', 'outgoing-mail', 'sms-provider', 'security-settings']) {
        await visit(page, `/settings/${place}`);
        await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
        expect(await accessibilityViolations(page), place).toEqual([]);
        await expectNoSidewaysScroll(page, place);
      }
    }
    await page.setViewportSize(DESKTOP);
  });
});

describe('the address of the console', () => {
  it('is saved, and refused beside its field when it is not one', async () => {
    await visit(page, '/settings/general');
    await field('Address of the console').fill('iot.example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter an address such as https://iot.example.com').waitFor();
    await field('Address of the console').fill('https://iot.example.com/?x=1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('without a password, “?” or “#”').waitFor();
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect.poll(() => field('Address of the console').inputValue()).toBe(server.http);
    await page.getByLabel('Use it for all links').check();
    await save();
    await expect.poll(() => settingOf('general')).toEqual({ baseUrl: server.http, prohibitDifferentUrl: true });
  });

  it('is not left while it is changed', async () => {
    await field('Address of the console').fill('https://other.example.com');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: /stay/i }).click();
    await expect.poll(() => field('Address of the console').inputValue()).toBe('https://other.example.com');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field('Address of the console').inputValue()).toBe(server.http);
  });
});

describe('outgoing mail', () => {
  it('of a new user that is not sent can be sent again, and its link be passed on', async () => {
    const { id } = (await system.get<{ data: { id: { id: string } }[] }>('/api/tenants?pageSize=1&page=0')).data[0]!;
    await page.goto(`/tenants/${id.id}/users`);
    await page.getByRole('button', { name: 'Add administrator' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/E-mail/)
      .fill('late@example.com');
    await page.getByRole('dialog').getByLabel('Send the activation link by mail').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    const unsent = page.getByRole('dialog', { name: 'The user was created, the mail was not sent' });
    await unsent.getByText('late@example.com has not got the activation link.').waitFor();
    await unsent.getByText('no mail server is set up').waitFor();
    await unsent.getByText('/api/noauth/activate?activateToken=').waitFor();
    await unsent.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const stored = await system.get<{ jsonValue: object }>('/api/admin/settings/mail');
    const reachable = { smtpHost: '127.0.0.1', smtpPort: String(mailServer.port) };
    await system.post('/api/admin/settings', { ...stored, jsonValue: { ...stored.jsonValue, ...reachable } });
    await unsent.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Activation mail sent').waitFor();
    await unsent.waitFor({ state: 'hidden' });
    expect(mailServer.received.splice(0)).toMatchObject([{ to: ['late@example.com'] }]);
    await system.post('/api/admin/settings', stored);
  });

  it('lists mails that could not be sent, with who was to get them and why not', async () => {
    await page.goto('/settings/outgoing-mail');
    const failed = page.getByRole('region', { name: 'Mails that could not be sent' });
    await failed.getByText('Activation link · late@example.com').waitFor();
    const { id } = (await system.get<{ data: { id: object }[] }>('/api/tenants?pageSize=1&page=0')).data[0]!;
    for (let at = 1; at <= 6; at++) {
      const user = { email: `unreached${at}@example.com`, authority: 'TENANT_ADMIN', tenantId: id };
      await expect(system.post('/api/user?sendActivationMail=true', user)).rejects.toThrow('500');
    }
    await page.reload();
    await failed.getByText('Activation link · unreached6@example.com').waitFor();
    await failed.getByText('no mail server is set up').first().waitFor();
    await expect.poll(() => failed.getByRole('listitem').count()).toBe(5);
    await failed.getByRole('button', { name: /Show all [78]/ }).click();
    await failed.getByText('unreached1@example.com').waitFor();
    await page.getByRole('region', { name: 'Outgoing mail' }).getByRole('button', { name: 'Save' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('is filled in for well-known providers', async () => {
    await page.goto('/settings/outgoing-mail');
    await choose('Mail provider', 'Gmail');
    await expect.poll(() => field('Host').inputValue()).toBe('smtp.gmail.com');
    await expect.poll(() => field('Port').inputValue()).toBe('587');
    await expect.poll(() => page.getByLabel('Encrypt with STARTTLS').isChecked()).toBe(true);
    await page.getByRole('combobox', { name: 'Lowest TLS version' }).waitFor();
  });

  it('says beside the fields what cannot be used', async () => {
    await field('Mails come from').fill('nobody');
    await field('Port').fill('70000');
    await field('Host').fill('');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('3 fields need other values').waitFor();
    await page.getByText('Enter a port from 1 to 65535').first().waitFor();
    await page.getByText('Enter one address, such as Operations <ops@example.com>').first().waitFor();
  });

  it('is tried out before it is saved, and says why it does not work', async () => {
    const hanging = await startRawServer();
    await field('Mails come from').fill('Signalbox <iot@example.com>');
    await field('Host').fill('127.0.0.1');
    await field('Port').fill(String(hanging.port));
    await field('Timeout in milliseconds').fill('500');
    await page.getByLabel('Encrypt with STARTTLS').uncheck();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText(`127.0.0.1:${hanging.port} did not answer in time`).waitFor();
    await hanging.close();
    await field('Port').fill(String(mailServer.port));
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText(`The test mail was sent to ${SYSADMIN.email}.`).waitFor();
    expect(mailServer.received).toMatchObject([{ from: 'iot@example.com', to: [SYSADMIN.email] }]);
    await expect.poll(() => settingOf('mail')).toMatchObject({ smtpHost: 'localhost' });
  });

  it('is saved, with a password that is never shown', async () => {
    // A busy machine may take longer than the half second of the test before.
    await field('Timeout in milliseconds').fill('10000');
    await field('User name').fill('iot');
    await field('Password').fill('secret');
    await save();
    await expect.poll(() => settingOf('mail')).toMatchObject({ smtpHost: '127.0.0.1', username: 'iot' });
    await expect.poll(() => field('Password').count()).toBe(0);
    await page.getByLabel('Change the password').check();
    await expect.poll(() => field('Password').inputValue()).toBe('');
    await page.getByLabel('Change the password').uncheck();
    await field('User name').fill('');
    await save();
  });

  it('leads a user who forgot the password to a new one', async () => {
    const visitor = await openPage({ user: null });
    await visitor.goto('/login');
    await visitor.getByRole('link', { name: /forgot/i }).click();
    // The form to sign in has a field of the same name, and is there until the next page is loaded.
    const send = visitor.getByRole('button', { name: 'Send link' });
    await send.waitFor();
    await visitor.getByLabel(/e-?mail/i).fill('customer@signalbox.local');
    await send.click();
    await expect.poll(() => mailServer.received.at(-1)?.to).toEqual(['customer@signalbox.local']);
    const link = /http:\/\/\S+resetToken=\w+/.exec(textOf(mailServer.received.at(-1)!))?.[0] as string;
    await visitor.goto(link);
    await visitor.getByLabel('New password', { exact: true }).fill('quite a new one');
    await visitor.getByLabel('New password again').fill('quite a new one');
    await visitor
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await visitor.waitForURL((url) => url.pathname !== '/login/resetPassword');
    await expect.poll(() => textOf(mailServer.received.at(-1)!)).toContain('password has been reset');
  });
});

describe('the SMS provider', () => {
  it('is empty at first, and asks for what the chosen one needs', async () => {
    await visit(page, '/settings/sms-provider');
    await field('Region').waitFor();
    await choose('Provider', 'Twilio');
    await field('Account SID').fill('AC1');
    await field('Auth token').fill('secret');
    await field('Messages come from').fill('0555');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a number such as +15550100, or a SID').waitFor();
    await field('Messages come from').fill('+15550100');
    await save();
    await expect
      .poll(() => settingOf('sms'))
      .toEqual({
        type: 'TWILIO',
        accountSid: 'AC1',
        accountToken: 'secret',
        numberFrom: '+15550100',
      });
  });

  it('is tried out with a message to a number', async () => {
    await page.getByRole('button', { name: 'Send test message' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone number').fill('555');
    await dialog.getByLabel('Message').fill('hello');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Enter a number such as +15550100').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /leave|discard/i })
      .click();
  });
});

describe('home settings', () => {
  it('name the dashboard that people of the tenant see first', async () => {
    const administrator = await openPage();
    await administrator.goto('/settings');
    await administrator.waitForURL((url) => url.pathname === '/settings/home');
    const menu = administrator.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'Home settings' }).waitFor();
    const dashboard = administrator.getByRole('combobox', { name: 'Home dashboard' });
    await dashboard.fill('Greenhouses');
    await administrator.getByRole('option', { name: 'Greenhouses' }).click();
    await administrator.getByLabel('Hide its toolbar').waitFor();
    await administrator.getByRole('button', { name: 'Save', exact: true }).click();
    await administrator.getByText(/Saved$/).waitFor();
    expect(await accessibilityViolations(administrator)).toEqual([]);
    await administrator.reload();
    await expect.poll(() => dashboard.inputValue()).toBe('Greenhouses');
    await menu.getByRole('link', { name: 'Home', exact: true }).click();
    await administrator.waitForURL((url) => url.pathname === '/home');
    await administrator.getByRole('heading', { name: /Welcome/ }).waitFor({ state: 'hidden' });
    const own = await signInByApi(server.http, TENANT.email, TENANT.password);
    await expect
      .poll(() => own.get('/api/dashboard/home'))
      .toMatchObject({ title: 'Greenhouses', hideDashboardToolbar: true });
    await administrator.goto('/settings/home');
    await administrator.getByRole('button', { name: /Clear/ }).click();
    await administrator.getByRole('button', { name: 'Save', exact: true }).click();
    await administrator.getByText(/Saved$/).waitFor();
    await expect.poll(() => own.get('/api/tenant/dashboard/home/info')).toMatchObject({ dashboardId: null });
  });
});

describe('security settings', () => {
  it('are saved, and hold for new passwords', async () => {
    await visit(page, '/settings/security-settings');
    await field('Minimum length').fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a whole number from 5 to 50').waitFor();
    await field('Minimum length').fill('8');
    await field('Capital letters').fill('200');
    await field('Digits').fill('201');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Passwords have at most 255 characters').waitFor();
    await field('Capital letters').fill('');
    await field('Digits').fill('2');
    await page.getByLabel('Spaces are allowed').uncheck();
    await field('Wrong passwords in a row').fill('4');
    await field('Tell this address about locks').fill('security@example.com');
    await save();
    await expect
      .poll(() => system.get('/api/admin/securitySettings'))
      .toEqual({
        passwordPolicy: {
          minimumLength: 8,
          minimumUppercaseLetters: null,
          minimumLowercaseLetters: null,
          minimumDigits: 2,
          minimumSpecialCharacters: null,
          passwordExpirationPeriodDays: null,
          passwordReuseFrequencyDays: null,
          allowWhitespaces: false,
        },
        maxFailedLoginAttempts: 4,
        userLockoutNotificationEmail: 'security@example.com',
      });
    await visit(page, '/profile');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Needs at least 8 characters, 2 digits').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('lead a user whose password has expired to a new one', async () => {
    await fetch(`${server.http}/api/noauth/resetPasswordByEmail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: TENANT.email }),
    });
    await expect.poll(() => mailServer.received.at(-1)?.to).toEqual([TENANT.email]);
    const resetToken = /resetToken=(\w+)/.exec(textOf(mailServer.received.at(-1)!))?.[1] as string;
    const visitor = await openPage({ user: null });
    // A password ages in days: the reply is the one that the server's tests show for an old one.
    await visitor.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 401,
        json: { status: 401, message: 'User password expired!', errorCode: 15, timestamp: '', resetToken },
      }),
    );
    // The rules come late: whoever is quicker hears the same of them.
    const rules = Promise.withResolvers<void>();
    await visitor.route('**/api/noauth/userPasswordPolicy', async (route) => {
      await rules.promise;
      await route.continue();
    });
    await visitor.goto('/login');
    await visitor.getByLabel(/e-?mail/i).fill(TENANT.email);
    await visitor.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    await visitor.waitForURL((url) => url.pathname === '/login/resetExpiredPassword');
    await visitor
      .getByText(/expired/)
      .first()
      .waitFor();
    const set = async (password: string) => {
      await visitor.getByLabel('New password', { exact: true }).fill(password);
      await visitor.getByLabel('New password again').fill(password);
      await visitor
        .getByRole('button', { name: /password/i })
        .last()
        .click();
    };
    await set('two words 12');
    rules.resolve();
    await visitor.getByText('Needs no spaces').waitFor();
    await set('another-one-12');
    await visitor.waitForURL((url) => url.pathname === '/home');
  });
});
