import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createProfileWithRules } from '../harness/objects.ts';

interface Profile {
  id: { id: string };
  name: string;
  description: string | null;
  profileData: { alarms: { id: string; alarmType: string; propagate?: boolean }[] };
}

const stamp = Date.now();
setUpConsole();

const panel = () => page.getByRole('complementary');
const conflict = () => page.getByRole('dialog', { name: 'Changed meanwhile' });
const field = (name: string) => conflict().getByRole('region', { name, exact: true });
const saved = () =>
  page
    .getByText(/Saved$/)
    .first()
    .waitFor();

describe('what somebody else saves while it is edited', () => {
  it('is not overwritten: each field is mine or theirs, and nothing typed is lost', async () => {
    const asset = await api.post<{ id: { id: string }; name: string }>('/api/asset', {
      name: `Shared hall ${stamp}`,
      type: 'hall',
      label: 'north',
    });
    const read = () => api.get<Record<string, unknown>>(`/api/asset/${asset.id.id}`);
    await page.goto(`/assets/${asset.id.id}`);
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await panel().getByRole('textbox', { name: 'Name' }).fill(`My hall ${stamp}`);
    await panel().getByRole('textbox', { name: 'Description' }).fill('typed by me');
    await api.post('/api/asset', {
      ...(await read()),
      name: `Their hall ${stamp}`,
      label: 'south',
      additionalInfo: { kept: 'by others' },
    });
    await panel().getByRole('button', { name: 'Save' }).click();
    await conflict()
      .getByText(/tenant@.* has saved this|You have saved this in another window/)
      .waitFor();
    await expect.poll(() => conflict().locator('time').count()).toBe(1);
    await field('Name').getByText(`Their hall ${stamp}`).waitFor();
    await expect.poll(() => field('Name').getByRole('radio', { name: 'Mine' }).isChecked()).toBe(true);
    await expect.poll(() => field('Label').getByRole('radio', { name: 'Theirs' }).isChecked()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    await conflict().getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => panel().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('typed by me');
    await expect.poll(() => read()).toMatchObject({ name: `Their hall ${stamp}` });

    await panel().getByRole('button', { name: 'Save' }).click();
    await field('Name').getByRole('radio', { name: 'Theirs' }).click();
    await conflict().getByRole('button', { name: 'Save' }).click();
    await saved();
    await expect
      .poll(() => read())
      .toMatchObject({
        name: `Their hall ${stamp}`,
        label: 'south',
        additionalInfo: { description: 'typed by me', kept: 'by others' },
      });
  });

  it('goes along where no field of the form was changed', async () => {
    const asset = await api.post<{ id: { id: string } }>('/api/asset', { name: `Quiet hall ${stamp}`, type: 'hall' });
    await page.goto(`/assets/${asset.id.id}`);
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await panel().getByRole('textbox', { name: 'Description' }).fill('mine');
    await api.post('/api/asset', { ...asset, additionalInfo: { icon: 'theirs' } });
    await panel().getByRole('button', { name: 'Save' }).click();
    await saved();
    await expect
      .poll(() => api.get(`/api/asset/${asset.id.id}`))
      .toMatchObject({
        additionalInfo: { description: 'mine', icon: 'theirs' },
      });
  });

  it('is kept beside my own alarm rules of a device profile, and chosen where both changed the same', async () => {
    const id = await createProfileWithRules(api, `Shared rules ${stamp}`);
    const read = () => api.get<Profile>(`/api/deviceProfile/${id}`);
    const before = await read();
    const [first] = before.profileData.alarms;
    if (!first) throw new Error('the profile has a rule');
    await page.goto(`/deviceProfiles/${id}?tab=alarms`);
    await panel()
      .getByRole('button', { name: `Edit ${first.alarmType}` })
      .click();
    const dialog = page.getByRole('dialog', { name: first.alarmType });
    await dialog.getByRole('textbox', { name: 'Alarm type' }).fill('Mine alone');
    const theirs = { ...first, alarmType: 'Theirs alone' };
    const added = { ...first, id: `added-${stamp}`, alarmType: 'Added by them' };
    const others = before.profileData.alarms.slice(1);
    await api.post('/api/deviceProfile', {
      ...before,
      description: 'their description',
      profileData: { ...before.profileData, alarms: [theirs, ...others, added] },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await field('Added by them').getByRole('radio', { name: 'Theirs' }).waitFor();
    await conflict().getByRole('button', { name: 'Save' }).click();
    await saved();
    const after = await read();
    expect(after.description).toBe('their description');
    expect(after.profileData.alarms.map(({ alarmType }) => alarmType)).toEqual([
      'Mine alone',
      ...others.map(({ alarmType }) => alarmType),
      'Added by them',
    ]);
  });

  it('is asked about in a form that stands on a page, too', async () => {
    const keys = (visitors: string[]) => api.post('/api/tenant/sharedKeys', { customerUsers: [], visitors });
    await keys([]);
    await page.goto('/profile');
    const form = page.getByRole('region', { name: 'Shared values of your organisation' });
    const mine = form.getByRole('textbox', { name: 'Keys for customer users' });
    await mine.fill('mine');
    await keys(['theirs']);
    await form.getByRole('button', { name: 'Save' }).click();
    await field('Keys for public visitors').getByText('theirs', { exact: true }).waitFor();
    await expect.poll(() => conflict().getByRole('region').count()).toBe(1);
    await conflict().getByRole('button', { name: 'Save' }).click();
    await saved();
    await expect
      .poll(() => api.get('/api/tenant/sharedKeys'))
      .toEqual({ customerUsers: ['mine'], visitors: ['theirs'] });
    await keys([]);
  });
});

/** Lets the server answer the next request to an address, and holds its reply back until it is released. */
async function holdReply(address: string): Promise<{ answered: Promise<void>; release: () => void }> {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    const response = await route.fetch();
    answered.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  await page.route(address, hold, { times: 1 });
  return { answered: answered.promise, release: released.resolve };
}

describe('what one types while it is being saved', () => {
  it('stays in the panel, which is edited on, over what others saved since', async () => {
    const asset = await api.post<{ id: { id: string } }>('/api/asset', { name: `Typed hall ${stamp}`, type: 'hall' });
    const read = () => api.get<Record<string, unknown>>(`/api/asset/${asset.id.id}`);
    await page.goto(`/assets/${asset.id.id}`);
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    const description = panel().getByRole('textbox', { name: 'Description' });
    await description.fill('first');
    const { answered, release } = await holdReply('**/api/asset?*');
    await panel().getByRole('button', { name: 'Save' }).click();
    await answered;
    await description.fill('first and second');
    await api.post('/api/asset', { ...(await read()), label: 'by others' });
    release();
    await saved();
    await expect.poll(() => description.inputValue()).toBe('first and second');
    await expect.poll(() => panel().getByRole('textbox', { name: 'Label' }).inputValue()).toBe('by others');
    await panel().getByRole('button', { name: 'Save' }).click();
    await description.waitFor({ state: 'detached' });
    await expect
      .poll(() => read())
      .toMatchObject({ label: 'by others', additionalInfo: { description: 'first and second' } });
  });

  it('stays in a form that stands on a page', async () => {
    await page.goto('/profile');
    const form = page.getByRole('region', { name: 'Shared values of your organisation' });
    const mine = form.getByRole('textbox', { name: 'Keys for customer users' });
    await mine.fill('first');
    const { answered, release } = await holdReply('**/api/tenant/sharedKeys*');
    await form.getByRole('button', { name: 'Save' }).click();
    await answered;
    await mine.fill('second');
    release();
    await saved();
    await expect.poll(() => mine.inputValue()).toBe('second');
    await form.getByText('Not saved yet').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => api.get('/api/tenant/sharedKeys')).toEqual({ customerUsers: ['second'], visitors: [] });
    await expect.poll(() => form.getByText('Not saved yet').count()).toBe(0);
    await api.post('/api/tenant/sharedKeys', { customerUsers: [], visitors: [] });
  });
});
