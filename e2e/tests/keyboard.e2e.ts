import { beforeAll, describe, expect, it } from 'vitest';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createUser } from '../harness/objects.ts';

/** Signs out at the end. */
const TYPIST = { email: 'typist@signalbox.local', password: 'by keyboard' };

interface Focused {
  /** Role or tag, and name. */
  what: string;
  /** Whether the focus is visible: an outline, or a ring or border around its field. */
  isVisible: boolean;
}

/** Describes the focused element. */
function focused(): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent?.trim() ??
      '';
    const hasRing = (one: Element | null) => {
      if (!one) return false;
      const style = getComputedStyle(one);
      const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
      return outlined || /(0px 0px 0px [1-9]|inset)/.test(style.boxShadow);
    };
    // Fields show it around their whole frame, check boxes around their box.
    const frames = [element, element.parentElement, element.parentElement?.parentElement ?? null];
    const highlighted = element.closest('[role=menuitem], [role=option]') !== null;
    return {
      what: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${name}`,
      isVisible: highlighted || frames.some(hasRing),
    };
  });
}

/** Presses Tab until `wanted` has the focus, which must be visible at every stop. */
async function tabTo(wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press(key);
    const now = await focused();
    expect(now.isVisible || now.what.startsWith('body'), `the focus on "${now.what}" is visible`).toBe(true);
    if (wanted.test(now.what)) return;
    passed.push(now.what);
  }
  throw new Error(`${wanted} was not reached by ${key}: ${passed.join(' | ')}`);
}

const hasFocus = async (wanted: RegExp) => expect.poll(async () => (await focused()).what).toMatch(wanted);
const dialog = () => page.getByRole('dialog');

setUpConsole({ sharePage: true, user: null });
beforeAll(async () => {
  await createUser(api, { email: TYPIST.email, authority: 'TENANT_ADMIN' }, TYPIST.password);
  for (const letter of ['A', 'B', 'C']) await createDevice(api, `Keyboard ${letter}`);
});

describe('with the keyboard alone', () => {
  it('signs in', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await hasFocus(/^input E-mail/);
    await page.keyboard.type(TYPIST.email);
    await tabTo(/^input Password/);
    await page.keyboard.type(TYPIST.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  });

  it('opens the devices from the menu', async () => {
    await tabTo(/^a Devices$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
  });

  it('searches, and moves through the rows with the arrow keys', async () => {
    await page.keyboard.press('/');
    await hasFocus(/^searchbox Search/);
    await page.keyboard.type('Keyboard');
    await page.getByRole('row').nth(3).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page.getByRole('button', { name: /^Name/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=name%2Casc/);
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Keyboard A' }).waitFor();
    await tabTo(/^a Keyboard A/);
    await page.keyboard.press('ArrowDown');
    await hasFocus(/^a Keyboard B/);
    await page.keyboard.press('End');
    await hasFocus(/^a Keyboard C/);
    await page.keyboard.press('ArrowUp');
    await hasFocus(/^a Keyboard B/);
    await expect.poll(async () => (await focused()).isVisible).toBe(true);
  });

  it('opens details, switches tabs and goes to the next device', async () => {
    await page.keyboard.press('Enter');
    await hasFocus(/^h2 Keyboard B/);
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'Keyboard C', level: 2 }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('heading', { name: 'Keyboard B', level: 2 }).waitFor();
    await tabTo(/^tab Details/);
    await page.keyboard.press('ArrowRight');
    await hasFocus(/^tab Attributes/);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Attributes', selected: true }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
  });

  it('edits and saves', async () => {
    await page.keyboard.press('e');
    await hasFocus(/^input Name/);
    await tabTo(/^input Label/);
    await page.keyboard.type('typed');
    await page.keyboard.press('Control+s');
    await page.getByText(/Saved$/).waitFor();
    await hasFocus(/^button Edit/);
    const saved = await api.get<{ label: string }>('/api/tenant/devices?deviceName=Keyboard%20B');
    expect(saved.label).toBe('typed');
  });

  it('closes the details and returns to the row', async () => {
    await page.keyboard.press('Escape');
    await hasFocus(/^a Keyboard B/);
    await expect.poll(async () => (await focused()).isVisible).toBe(true);
  });

  it('adds a device after correcting what the server refused', async () => {
    await page.keyboard.press('n');
    await hasFocus(/^input Name/);
    await page.keyboard.type('Keyboard A');
    await page.keyboard.press('Control+s');
    await page.getByText('This name is taken').waitFor();
    await hasFocus(/^input Name/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Keyboard D');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keyboard D', level: 2 }).waitFor();
    await page.getByRole('tab', { name: 'Check connectivity', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    // A row again: its own, unless others have filled the page with newer devices.
    await hasFocus(/^a \w/);
  });

  it('deletes from the menu of a row after a confirmation that can be cancelled', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Keyboard D');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await tabTo(/^a Keyboard D/);
    await page.keyboard.press('ArrowRight');
    await hasFocus(/^button Actions for Keyboard D/);
    const { id } = await api.get<{ id: { id: string } }>('/api/tenant/devices?deviceName=Keyboard%20D');
    await api.post(`/api/plugins/telemetry/DEVICE/${id.id}/SERVER_SCOPE`, { site: 'North' });
    for (const decision of ['leave', 'delete']) {
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('End');
      await hasFocus(/^menuitem Delete/);
      await page.keyboard.press('Enter');
      await dialog().getByText('1 attribute is deleted with it.').waitFor();
      await hasFocus(/^button Cancel/);
      if (decision === 'leave') {
        await page.keyboard.press('Escape');
        await hasFocus(/^button Actions for Keyboard D/);
      } else {
        await tabTo(/^button Delete/);
        await page.keyboard.press('Enter');
      }
    }
    await page.getByText('Keyboard D deleted').waitFor();
    await page.getByText('Nothing matches').waitFor();
    // The row is gone, with the button that the menu was opened by.
    await hasFocus(/^(button|searchbox)/);
  });

  it('runs any command from the palette and returns', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await hasFocus(/^combobox|^input/);
    await page.keyboard.press('Escape');
    await hasFocus(/^searchbox/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('comfortable');
    await page.getByRole('option', { name: /comfortable/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.density)).toBe('comfortable');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Keyboard A');
    await page.getByRole('option', { name: /Keyboard A/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keyboard A', level: 2 }).waitFor();
  });

  it('shows its shortcuts, and ignores them behind a dialog', async () => {
    await page.keyboard.press('?');
    await dialog().getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    // The keys that open something close it too.
    await page.keyboard.press('?');
    await dialog().getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('?');
    await dialog().waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+K');
    await dialog().getByPlaceholder('Search or run…').waitFor();
    await page.keyboard.press('Control+K');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('asks before leaving unsaved input, and keeps it', async () => {
    await page.keyboard.press('e');
    await hasFocus(/^input Name/);
    await page.keyboard.type(' changed');
    await tabTo(/^button Close details/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog().getByText('Leave without saving?').waitFor();
    await hasFocus(/^button Stay/);
    await page.keyboard.press('Enter');
    await hasFocus(/^button Close details/);
    const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.inputValue()).toMatch(/changed/);
  });

  it('opens the user menu and signs out', async () => {
    await page.keyboard.press('Enter');
    await hasFocus(/^button Stay/);
    await tabTo(/^button Leave/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keyboard A', level: 2 }).waitFor({ state: 'hidden' });
    await tabTo(/^button User menu/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('End');
    await hasFocus(/^menuitem Sign out/);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/login');
  });
});
