import { describe, expect, inject, it } from 'vitest';
import { signInByApi } from '../harness/api.ts';
import {
  accessibilityViolations,
  expectNoSidewaysScroll,
  keptDraft,
  PHONE,
  restingBox,
  signIn,
} from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createCardDashboard, createDevice, createUser } from '../harness/objects.ts';
import { makeChain } from '../harness/rule-chains.ts';

setUpConsole();

/** Speaks the pseudo-language: English between brackets, written from right to left. */
async function speakPseudo(one: typeof page): Promise<void> {
  // The smallest of what has the origin of the console.
  await one.goto('/favicon.svg');
  await one.evaluate(() => localStorage.setItem('TB-SETTINGS', JSON.stringify({ userLang: 'ar_XB' })));
}

/** A picture of one point. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NOTES = 'Built in 1974, with a roof that was made new in 2019, and heated from below since then';

describe('the console in a language written from right to left', () => {
  it('is mirrored, translated and readable for all', async () => {
    await speakPseudo(page);
    await page.goto('/devices');
    const menu = page.getByRole('navigation', { name: '⟦Main menu⟧' });
    await menu.getByRole('link', { name: '⟦Devices⟧' }).waitFor();
    await page.getByRole('heading', { name: '⟦Devices⟧', level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]))
      .toEqual(['rtl', 'ar-XB']);
    await expect.poll(async () => (await menu.boundingBox())?.x).toBe(1440 - 250);
    const entries = async () => (await menu.getByRole('link').allInnerTexts()).slice(1);
    await expect.poll(async () => (await entries()).filter((entry) => !/^⟦.*⟧$/.test(entry))).toEqual([]);
    await expectNoSidewaysScroll(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it.each([
    ['devices', 'Name'],
    ['assets', 'Name'],
  ])('keeps names that are cut off away from the boxes of their rows: %s', async (list, header) => {
    const name = `A name of a thing that is too long for its column ${Date.now()}`;
    const { id } =
      list === 'devices'
        ? await createDevice(api, name)
        : await api
            .post<{ id: { id: string } }>('/api/asset', { name, type: 'hall', additionalInfo: { description: NOTES } })
            .then((asset) => asset.id);
    await speakPseudo(page);
    await page.goto(`/${list}/${id}`);
    await page.getByRole('complementary').getByRole('heading', { name }).waitFor();
    const link = page.getByRole('link', { name });
    await expect.poll(() => link.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext');
    const cell = await restingBox(link.locator('xpath=ancestor::td'));
    const box = await restingBox(link);
    expect(box.x >= cell.x && box.x + box.width <= cell.x + cell.width).toBe(true);
    await page.getByRole('button', { name: `⟦${header}⟧` }).waitFor();
    if (list === 'assets') {
      // Several lines begin where the values above and below them do.
      const notes = page.getByRole('complementary').getByText(NOTES);
      await expect.poll(() => notes.evaluate((element) => getComputedStyle(element).textAlign)).toBe('right');
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('keeps the order of the parts of addresses in fields and of commands', async () => {
    await speakPseudo(page);
    await page.goto('/profile');
    const email = page.getByLabel(/E-mail/);
    await email.waitFor();
    await expect
      .poll(() => email.evaluate((input) => [getComputedStyle(input).unicodeBidi, getComputedStyle(input).textAlign]))
      .toEqual(['plaintext', 'right']);
    const device = await createDevice(api, `Written from the left ${Date.now()}`);
    await page.goto(`/devices/${device.id}?tab=connectivity`);
    const command = page.locator('pre').first();
    await command.waitFor();
    await expect
      .poll(() =>
        command.evaluate((element) => [getComputedStyle(element).direction, getComputedStyle(element).textAlign]),
      )
      .toEqual(['ltr', 'left']);
  });

  it('has the arrow of a choice of the browser where its text ends', async () => {
    await speakPseudo(page);
    await page.goto('/devices');
    await page.getByRole('button', { name: '⟦Import⟧', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from('name,type\nPump,pump');
    await dialog.locator('input[type=file]').setInputFiles({ name: 'plant.csv', mimeType: 'text/csv', buffer });
    await dialog.getByText('plant.csv').waitFor();
    const go = () => dialog.getByRole('button', { name: '⟦Continue⟧', exact: true }).click();
    await go();
    await dialog.getByText('⟦Step 2 of 5⟧').waitFor();
    await go();
    await dialog.getByText('⟦Step 3 of 5⟧').waitFor();
    const select = dialog.locator('.MuiInputBase-root', { has: page.locator('select.MuiNativeSelect-select') }).first();
    const [box, arrow] = [await restingBox(select), await restingBox(select.locator('.MuiNativeSelect-icon'))];
    expect(Math.round(arrow.x - box.x)).toBe(7);
  });

  it('has room before the icon of a field, and times and names in their own order', async () => {
    const chain = await makeChain(`Fields and icons ${Date.now()}`);
    await speakPseudo(page);
    await page.goto(`/ruleChains/${chain}`);
    const field = page.locator('.MuiOutlinedInput-root', { has: page.locator('[data-find-kind]') });
    const [box, icon] = [await restingBox(field), await restingBox(field.locator('svg').first())];
    expect(Math.round(box.x + box.width - icon.x - icon.width)).toBe(14);
    await page.goto('/usage');
    await page.locator('figure bdi').first().waitFor({ state: 'attached' });
    // A long e-mail address is cut at its end.
    await page.setViewportSize(PHONE);
    await page.goto('/auditLogs');
    const name = page.locator('tbody td span', { hasText: '@' }).first();
    await expect
      .poll(() =>
        name.evaluate((element) => [getComputedStyle(element).unicodeBidi, getComputedStyle(element).textAlign]),
      )
      .toEqual(['plaintext', 'right']);
  });

  it('keeps the sign and the unit of a value where they are read', async () => {
    const device = await createDevice(api, `Below zero ${Date.now()}`);
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { temperature: -19.6 });
    const dashboard = await createCardDashboard(api, `Cold ${Date.now()}`, device, 'temperature');
    await speakPseudo(page);
    await page.goto(`/dashboards/${dashboard}`);
    const value = page.locator('.num', { hasText: '-19.6' }).first();
    await value.waitFor();
    // A title that is too long for its widget loses its end.
    const heading = page.getByRole('heading', { name: 'temperature', level: 2 });
    await expect.poll(() => heading.evaluate((title) => getComputedStyle(title).direction)).toBe('ltr');
    /** Where parts of the text stand, px from the left: read together, for the value moves while its card is laid out. */
    const placesOf = (...parts: string[]) =>
      value.evaluate((element, wanted) => {
        const placeOf = (part: string) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const at = walker.currentNode.textContent?.indexOf(part) ?? -1;
            if (at === -1) continue;
            const range = document.createRange();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            return range.getBoundingClientRect().left;
          }
          return Number.NaN;
        };
        return wanted.map(placeOf);
      }, parts);
    const [sign, digit, unit] = await placesOf('-', '19', '°');
    expect(sign).toBeLessThan(digit as number);
    expect(digit).toBeLessThan(unit as number);
    // What opens below a button begins where that does.
    const chip = page.getByRole('button', { name: /^⟦Time window⟧/ });
    const { x, width } = await restingBox(chip);
    await chip.click();
    const panel = await restingBox(page.getByRole('dialog', { name: '⟦Time window⟧' }));
    expect(Math.abs(panel.x + panel.width - x - width)).toBeLessThan(2);
  });

  it('keeps titles, notes and long dialogs of the editor of dashboards readable on a phone', async () => {
    const device = await createDevice(api, `Edited from the right ${Date.now()}`);
    const dashboard = await createCardDashboard(api, `Edited from the right ${Date.now()}`, device, 'temperature');
    const phone = await openPage({ viewport: PHONE });
    await speakPseudo(phone);
    const edit = async () => {
      await phone.goto(`/dashboards/${dashboard}`);
      await phone.getByRole('button', { name: '⟦Edit the dashboard⟧' }).click();
    };
    await edit();
    await phone.getByRole('button', { name: '⟦States⟧' }).click();
    const title = phone.getByRole('heading', { name: '⟦States⟧' });
    // px between the end of the text and the edge of its line
    const gap = () =>
      title.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(element.getBoundingClientRect().right - text.getBoundingClientRect().right);
      });
    await expect.poll(gap).toBe(0);
    await phone.getByRole('button', { name: '⟦Close⟧' }).click();
    // A picture has two buttons, for which there is no room beside it.
    await phone.getByRole('button', { name: '⟦Settings of the dashboard⟧' }).click();
    const picture = phone.getByRole('group', { name: '⟦Background picture⟧' });
    await picture
      .locator('input[type=file]')
      .setInputFiles({ ...{ name: 'roof.png', mimeType: 'image/png' }, buffer: DOT });
    expect((await restingBox(picture.getByRole('button', { name: '⟦Remove the image⟧' }))).x).toBeGreaterThan(0);
    await phone.getByRole('button', { name: '⟦Close⟧' }).click();
    await phone.getByRole('textbox', { name: '⟦Title of the dashboard⟧' }).fill('Edited further');
    await expect.poll(() => keptDraft(phone, `signalbox-dashboard-draft ${dashboard} `)).toContain('Edited further');
    await edit();
    // Beside its two buttons there is no room for what it says.
    const note = phone.getByText(/are still here/);
    await expect.poll(async () => (await note.boundingBox())?.width).toBeGreaterThan(240);
    const discard = await restingBox(phone.getByRole('button', { name: '⟦Discard⟧' }));
    const keep = await restingBox(phone.getByRole('button', { name: '⟦Keep editing⟧' }));
    expect(discard.x - keep.x - keep.width).toBeGreaterThanOrEqual(8);
    await phone.getByRole('button', { name: /^⟦2 changes⟧$/ }).click();
    const changes = phone.getByRole('dialog', { name: '⟦Changes that are not saved⟧' });
    // What was and what is are told by more than a colour.
    await changes.getByRole('group', { name: '⟦Saved⟧' }).first().waitFor();
    const line = changes.getByRole('group', { name: '⟦Now⟧' }).first().getByText('"Edited further"');
    await expect.poll(() => line.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"+"');
    await expect.poll(async () => (await changes.boundingBox())?.width).toBe(PHONE.width);
    expect(await accessibilityViolations(phone)).toEqual([]);

    const theirs = await api.get<object>(`/api/dashboard/${dashboard}`);
    await api.post('/api/dashboard', { ...theirs, title: `Of somebody else ${Date.now()}` });
    await changes.getByRole('button', { name: '⟦Save⟧' }).click();
    const question = phone.getByRole('dialog', { name: '⟦Somebody else changed this dashboard⟧' });
    const { x: left, width } = await restingBox(question);
    for (const answer of ['⟦Cancel⟧', '⟦Discard mine⟧', '⟦Merge and go on⟧']) {
      const button = await restingBox(question.getByRole('button', { name: answer }));
      expect(button.x >= left && button.x + button.width <= left + width, answer).toBe(true);
    }
  });

  it('cuts a long choice off where it would make a form wider than the screen of a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await speakPseudo(phone);
    await phone.goto('/dashboards');
    await phone.getByRole('button', { name: '⟦Add⟧' }).click();
    const choice = phone.getByRole('combobox', { name: '⟦Begin with⟧' });
    await choice.click();
    await phone.getByRole('option', { name: '⟦Devices with their values and alarms⟧' }).click();
    const title = await restingBox(phone.getByRole('textbox', { name: /⟦Title⟧/ }).locator('xpath=..'));
    await expect.poll(async () => (await choice.locator('xpath=..').boundingBox())?.width).toBe(title.width);
  });

  it('can be changed back in the profile, which remembers it with the account', async () => {
    const user = { email: `language-${Date.now()}@signalbox.local`, password: 'language-of-mine' };
    await createUser(api, { email: user.email, authority: 'TENANT_ADMIN' }, user.password);
    const own = await openPage({ user });
    await speakPseudo(own);
    await own.goto('/profile');
    await own.getByRole('combobox', { name: '⟦Language⟧' }).click();
    await own.getByRole('option', { name: 'English' }).click();
    await own.getByRole('region', { name: '⟦You⟧' }).getByRole('button', { name: '⟦Save⟧' }).click();
    await own.getByRole('region', { name: 'You', exact: true }).waitFor();
    await expect.poll(() => own.evaluate(() => document.documentElement.dir)).toBe('ltr');
    // Another browser speaks the language of the account once its user has signed in.
    const another = await openPage({
      user: null,
      prepare: (fresh) =>
        fresh.addInitScript(() => {
          if (!localStorage.getItem('TB-SETTINGS')) localStorage.setItem('TB-SETTINGS', '{"userLang":"de_DE"}');
        }),
    });
    await signIn(another, user.email, user.password);
    await another.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await expect.poll(() => another.evaluate(() => localStorage.getItem('TB-SETTINGS'))).toBe('{"userLang":"en_US"}');
  });

  it('leaves a language of the account that it does not speak as it is, when something else is saved', async () => {
    const user = { email: `elsewhere-${Date.now()}@signalbox.local`, password: 'language-of-mine' };
    await createUser(api, { email: user.email, authority: 'TENANT_ADMIN' }, user.password);
    const self = await signInByApi(inject('server').http, user.email, user.password);
    const account = await self.get<{ additionalInfo: object | null }>('/api/auth/user');
    await self.post('/api/user', { ...account, additionalInfo: { ...account.additionalInfo, lang: 'ja_JA' } });
    const own = await openPage({ user });
    await own.goto('/profile');
    await own.getByLabel('First name').fill('Ada');
    await own.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click();
    await own.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    const saved = await self.get<{ firstName: string; additionalInfo: { lang: string } }>('/api/auth/user');
    expect([saved.firstName, saved.additionalInfo.lang]).toEqual(['Ada', 'ja_JA']);
  });

  it('opens its menu from the right on a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await speakPseudo(phone);
    await phone.goto('/devices');
    await phone.getByRole('button', { name: '⟦Show the menu⟧' }).click();
    const menu = phone.getByRole('navigation', { name: '⟦Main menu⟧' });
    await menu.waitFor();
    await expect.poll(async () => (await menu.boundingBox())?.x).toBe(PHONE.width - 250);
    await expectNoSidewaysScroll(phone);
  });

  it('is chosen on the sign-in page', async () => {
    const visitor = await openPage({ user: null });
    await speakPseudo(visitor);
    await visitor.goto('/login');
    await visitor.getByLabel('⟦Password⟧', { exact: true }).waitFor();
    await visitor.getByRole('combobox', { name: '⟦Language⟧' }).selectOption('en_US');
    await visitor.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(() => visitor.evaluate(() => document.documentElement.dir)).toBe('ltr');
  });
});
