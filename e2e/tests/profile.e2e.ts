import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Api, signInByApi } from '../harness/api.ts';
import { api, openPage, type page, setUpConsole } from '../harness/console.ts';
import { createUser } from '../harness/objects.ts';

const PASSWORD = 'profile-of-mine';

setUpConsole({ user: null });

let email: string;
let own: typeof page;
let self: Api;

beforeEach(async () => {
  email = `profile-${crypto.randomUUID()}@signalbox.local`;
  await createUser(api, { email, authority: 'TENANT_ADMIN' }, PASSWORD);
  own = await openPage({ user: { email, password: PASSWORD } });
  self = await signInByApi(inject('server').http, email, PASSWORD);
  await own.goto('/profile');
});

const person = () => own.getByRole('region', { name: 'You', exact: true });
const account = () => own.getByRole('region', { name: 'Account' });
const fact = (name: string) => account().getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
const stored = () => self.get<{ firstName: string; additionalInfo: Record<string, unknown> }>('/api/auth/user');

describe('the profile', () => {
  it('says who one is, when one signed in last, and until when the token is valid', async () => {
    await account().waitFor();
    await expect.poll(() => person().getByLabel('E-mail').inputValue()).toBe(email);
    await expect.poll(() => fact('Role').textContent()).toBe('Tenant administrator');
    await expect.poll(() => fact('Last sign-in').textContent()).toMatch(/\d{4}/);
    await expect.poll(() => fact('Token expires').textContent()).toMatch(/\d{4}/);
  });

  it('copies the access token as it stands in the header of a request', async () => {
    await own.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await account().getByRole('button', { name: 'Copy access token' }).click();
    await own.getByText('Copied: access token').waitFor();
    const copied = await own.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Bearer eyJ/);
    const reply = await fetch(`${inject('server').http}/api/auth/user`, { headers: { 'x-authorization': copied } });
    expect(reply.status).toBe(200);
  });

  it('has a home dashboard, found by its name, and its toolbar', async () => {
    await person().getByRole('combobox', { name: 'Home dashboard' }).fill('Greenhouses');
    await own.getByRole('option', { name: 'Greenhouses' }).click();
    await person().getByRole('switch', { name: 'Hide its toolbar' }).uncheck();
    await person().getByLabel('First name').fill('Grace');
    await person().getByRole('button', { name: 'Save' }).click();
    await own.getByRole('heading', { name: 'Grace', level: 1 }).waitFor();
    const { additionalInfo } = await stored();
    expect(additionalInfo.homeDashboardId).toMatch(/^[0-9a-f-]{36}$/);
    expect(additionalInfo.homeDashboardHideToolbar).toBe(false);
    await own.goto('/home');
    await own.getByRole('toolbar').waitFor();
    await own.goto('/profile');
    await expect
      .poll(() => person().getByRole('combobox', { name: 'Home dashboard' }).inputValue())
      .toBe('Greenhouses');
    await person().getByRole('button', { name: 'Clear' }).click();
    await person().getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored()).additionalInfo.homeDashboardId).toBe(null);
  });

  it('changes the e-mail address, and the session goes on', async () => {
    const next = `changed-${email}`;
    await person().getByLabel('E-mail').fill(next);
    await person().getByRole('button', { name: 'Save' }).click();
    await own.getByText('Saved').first().waitFor();
    await own.getByRole('heading', { name: next, level: 1 }).waitFor();
    await expect
      .poll(() =>
        own.evaluate(() => JSON.parse(atob((localStorage.getItem('jwt_token') ?? '').split('.')[1] ?? '')).sub),
      )
      .toBe(next);
  });

  it('is saved also when the user cannot be read again at once', async () => {
    let refusals = 0;
    await own.route('**/api/auth/user', (route) => {
      if (refusals++ > 0) return route.continue();
      return route.fulfill({ status: 500, json: { status: 500, message: 'Broken', errorCode: 2 } });
    });
    await person().getByLabel('First name').fill('Grace');
    await person().getByRole('button', { name: 'Save' }).click();
    await own.getByText('Saved').first().waitFor();
    await expect.poll(() => own.getByText('Not saved yet').count()).toBe(0);
    await own.getByRole('heading', { name: 'Grace', level: 1 }).waitFor();
    expect(refusals).toBeGreaterThan(1);
  });

  it('with long names leaves toolbar and greeting in order', async () => {
    await self.post('/api/user', { ...(await stored()), firstName: 'Wide', lastName: 'w'.repeat(250) });
    await own.goto('/home');
    const greeting = own.getByRole('heading', { name: /^Welcome/ });
    await greeting.waitFor();
    await own.getByRole('button', { name: 'Hide the menu' }).click();
    await own
      .getByText(`Wide ${'w'.repeat(250)}`, { exact: true })
      .first()
      .waitFor();
    const overflow = (element: Element) =>
      [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight].join();
    await expect.poll(() => greeting.evaluate(overflow)).toBe('0,0');
    await expect.poll(() => own.getByRole('banner').evaluate(overflow)).toBe('0,0');
  });

  it('says that a dashboard is gone that was deleted meanwhile', async () => {
    const { id } = await api.post<{ id: { id: string } }>('/api/dashboard', { title: `Gone ${Date.now()}` });
    const account = await self.get<{ additionalInfo: object }>('/api/auth/user');
    await self.post('/api/user', { ...account, additionalInfo: { ...account.additionalInfo, homeDashboardId: id.id } });
    await api.delete(`/api/dashboard/${id.id}`);
    await own.reload();
    await person().getByText('This is no longer there, or hidden from you').waitFor();
    await expect.poll(() => person().getByRole('combobox', { name: 'Home dashboard' }).inputValue()).toBe(id.id);
  });
});
