import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE, restingBox } from '../harness/browser.ts';
import { page, pageErrors, setUpConsole } from '../harness/console.ts';
import { type DevelopmentServer, startDevelopmentServer } from '../harness/development-server.ts';
import { GalleryWalk } from '../harness/gallery-keys.ts';
import { EXHIBITS } from '../harness/gallery-works.ts';
import { ROOT } from '../harness/server.ts';

let development: DevelopmentServer;
beforeAll(async () => {
  development = await startDevelopmentServer();
});
afterAll(() => development.stop());

/** What reaches out of the box of its exhibit, though nothing in it scrolls or cuts off. */
const whatLeavesItsPlace = () =>
  page.evaluate(() => {
    const isOut = (element: Element, box: DOMRect) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (left < box.left - 1 || right > box.right + 1);
    };
    const isKept = (element: Element, group: Element) => {
      for (let at: Element | null = element; at && at !== group; at = at.parentElement) {
        const { position, overflowX } = getComputedStyle(at);
        if (position === 'fixed' || (at !== element && overflowX !== 'visible')) return true;
      }
      return false;
    };
    const exhibits = [...document.querySelectorAll('main section [role="group"]')];
    return exhibits.flatMap((group) => {
      // A control may be a group itself, such as a slider whose thumb is wider than its way.
      if (group.parentElement?.closest('[role="group"]')) return [];
      const box = group.getBoundingClientRect();
      const found = [...group.querySelectorAll('*')].find((part) => isOut(part, box) && !isKept(part, group));
      return found ? [`${group.closest('section')?.ariaLabel}, ${group.ariaLabel}: ${found.textContent}`] : [];
    });
  });

/** Of toolbars, buttons of one line that do not stand to the left of the one before them. */
const buttonsInWrongOrder = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-label="Toolbars"] [role="group"]')].flatMap((group) => {
      const boxes = [...group.querySelectorAll('button')]
        .map((button) => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap(({ name, box }, index) => {
        const before = boxes[index - 1]?.box;
        const isBeside = before && Math.abs(before.top + before.bottom - box.top - box.bottom) < 16;
        return isBeside && box.right > before.left + 1 ? [`${group.ariaLabel}: ${name}`] : [];
      });
    }),
  );

describe('the gallery of controls', () => {
  setUpConsole();

  it('is no part of what is built', async () => {
    await page.goto('/gallery');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home');
    const folder = path.join(ROOT, 'console/dist/static');
    const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    for (const file of scripts) {
      expect(await readFile(path.join(folder, file), 'utf8'), file).not.toContain('A hundred thousand');
    }
  });
});

describe('the gallery while the console is developed', () => {
  setUpConsole({ sharePage: true, server: () => development, viewport: DESKTOP });

  const group = (section: string, name: string) =>
    page.getByRole('region', { name: section, exact: true }).getByRole('group', { name, exact: true });
  const pumps = () => page.getByRole('option').allTextContents();

  it('shows every control', async () => {
    // Every module of the console arrives by itself, and is translated on its way.
    await page.goto('/gallery', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Gallery' }).waitFor({ timeout: 200_000 });
    await expect
      .poll(() => page.getByRole('region').evaluateAll((regions) => regions.map((one) => one.ariaLabel)))
      .toEqual(
        expect.arrayContaining([
          'Entity picker',
          'Entity list',
          'Entity type and type list',
          'Subtype',
          'Text with suggestions',
          'Keys',
          'Gateway',
          'Queue',
          'Relation type',
          'Dashboard',
          'Code',
          'History player',
          'Time window',
          'Lengths, periods and zones',
          'Value of any type',
          'Date and time',
          'Pairs of texts',
          'Bundles, entities and message types',
          'Contact and packages',
          'Tree of groups',
          'LED light',
          'Floating button',
          'Dialogs and toasts',
          'Help, links and words',
          'Key filters',
          'Popover',
          'Crumbs and the menu of the user',
          'Toolbars',
          'Form of settings',
        ]),
      );
  }, 300_000);

  it('a picker finds one of a hundred thousand by scrolling and by typing', async () => {
    const field = group('Entity picker', 'A hundred thousand').getByRole('combobox');
    await field.click();
    await expect.poll(pumps).toHaveLength(50);
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect.poll(pumps).toHaveLength(100);
    await expect.poll(() => page.getByRole('listbox').evaluate((list) => list.scrollTop)).toBeGreaterThan(500);
    await field.fill('pump 09999');
    await expect.poll(pumps).toEqual(Array.from({ length: 10 }, (_, index) => `Pump 09999${index}`));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Pump 099990');
    await group('Entity picker', 'A hundred thousand').getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  it('a picker that failed says why, and tries again', async () => {
    await group('Entity picker', 'Failed, with another attempt').getByRole('combobox').click();
    await page.getByRole('option', { name: 'The disk of the server is full. Try again' }).click();
    await expect.poll(pumps).toHaveLength(50);
    await page.keyboard.press('Escape');
  });

  it('says what is missing where something has to be chosen', async () => {
    await group('Entity picker', 'Required, nothing chosen').getByText('Choose a pump').waitFor();
    await group('Relation type', 'Usual ones').getByText('Choose or enter a relation type').waitFor();
    await group('Entity type and type list', 'Several kinds').getByRole('button', { name: 'Remove Device' }).click();
    await group('Entity type and type list', 'Several kinds').getByText('Choose at least one kind').waitFor();
    await group('Subtype', 'Input: too long, and empty').getByText('at most 255 characters').waitFor();
  });

  it('makes a gateway after a question, unless another device has its name', async () => {
    const picker = group('Gateway', 'Of this server');
    const field = picker.getByRole('combobox');
    const name = `Roof gateway ${Date.now()}`;
    for (const [typed, note] of [
      [name, undefined],
      ['Greenhouse A · climate', 'There is a device called “Greenhouse A · climate” that is no gateway'],
    ] as const) {
      await field.fill(typed);
      await page.getByText(`No gateway matches “${typed}”`).waitFor();
      await page.getByRole('option', { name: `Create the gateway “${typed}”` }).click();
      const question = page.getByRole('dialog', { name: `Create the gateway “${typed}”?` });
      await question.getByRole('button', { name: 'Add' }).click();
      await question.waitFor({ state: 'hidden' });
      if (note) await picker.getByText(note).waitFor();
      else await expect.poll(() => field.inputValue()).toBe(typed);
    }
    await field.fill('Roof gateway');
    await page.getByRole('option', { name }).click();
    await expect.poll(() => field.inputValue()).toBe(name);
  });

  it('chooses a queue of the rule engine by the beginning of its name', async () => {
    const field = group('Queue', 'Of this server').getByRole('combobox');
    await field.fill('high');
    await page.getByRole('option', { name: 'HighPriority' }).click();
    await expect.poll(() => field.inputValue()).toBe('HighPriority');
  });

  it('plays a history by keys, step by step and from anchor to anchor', async () => {
    const player = (name: string) => group('History player', name);
    const slider = (name: string) => player(name).getByRole('slider');
    const at = (name: string) => expect.poll(() => slider(name).getAttribute('aria-valuenow'));
    const press = async (name: string, button: string) => {
      await player(name).getByRole('button', { name: button, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await slider('At the start').focus();
    await page.keyboard.press('ArrowRight');
    await at('At the start').toBe('1');
    await press('At the start', 'To the end');
    await at('At the start').toBe('59');
    // Played to its end, it begins again, and stops there once more, however fast it goes on.
    await press('At the start', 'Play');
    await player('At the start').getByRole('button', { name: 'Pause' }).waitFor();
    await player('At the start').getByRole('combobox', { name: 'Speed' }).click();
    await page.getByRole('option', { name: '25×' }).click();
    await player('At the start').getByRole('button', { name: 'Play', exact: true }).waitFor();
    await at('At the start').toBe('59');
    for (const step of ['40', '20', '20']) {
      await press('At the end, with anchors', 'A step back');
      await at('At the end, with anchors').toBe(step);
    }
    await player('Without values').getByText('No data found').waitFor();
    await expect
      .poll(() => player('Without values').getByRole('button', { name: 'Play', exact: true }).isDisabled())
      .toBe(true);
  });

  it('finds kinds of entities by any part of their names, and says which part of a text was typed', async () => {
    const kinds = group('Entity type and type list', 'Several kinds').getByRole('combobox');
    await kinds.fill('view');
    await expect.poll(pumps).toEqual(['Entity view']);
    await page.keyboard.press('Escape');
    const texts = group('Text with suggestions', 'With suggestions').getByRole('combobox');
    await texts.fill('bo');
    await expect.poll(() => page.getByRole('option').locator('b').allTextContents()).toContain('Bo');
    await page.keyboard.press('Escape');
  });

  it('edits a value of any type, JSON over the whole screen', async () => {
    const value = group('Value of any type', 'JSON');
    await value.getByRole('button', { name: 'Full screen: Value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit JSON' });
    const code = dialog.getByRole('textbox');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByText('Nothing has been changed').waitFor();
    await code.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"limit": ');
    await dialog.getByRole('alert').filter({ hasText: 'SyntaxError' }).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"limit": 41, "unit": "°C"}');
    await dialog.getByRole('button', { name: 'Minify' }).click();
    await expect.poll(() => code.textContent()).toBe('{"limit":41,"unit":"°C"}');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => value.getByRole('textbox').textContent()).toBe('{"limit":41,"unit":"°C"}');
    // Another type starts over.
    await value.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'True or false' }).click();
    await expect.poll(() => value.getByRole('checkbox', { name: 'Value' }).isChecked()).toBe(false);
  });

  it('says what a function does not know, until it is edited', async () => {
    const code = group('Code', 'Function with its parameters');
    const said = code.getByText('Line 1: Nothing is called “vlaue” here');
    await code.getByRole('textbox', { name: 'Text of a value' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('return vlaue;');
    await said.waitFor();
    await expect.poll(() => code.locator('.cm-lintRange-error').textContent()).toBe('vlaue;');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('return value;');
    await said.waitFor({ state: 'detached' });
    await group('Code', 'Function, wrong').getByText('Required').waitFor();
  });

  it('takes a colour once it is selected, and gives the one before back', async () => {
    const colour = group('Colour', 'Opaque');
    const field = colour.getByRole('textbox');
    const open = () => colour.getByRole('button', { name: 'Choose a colour: Line colour' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a colour: Line colour' });
    await open();
    await expect.poll(() => picker.getByRole('button', { name: 'Select' }).isDisabled()).toBe(true);
    await picker.getByRole('button', { name: 'transparent' }).click();
    await expect.poll(() => picker.getByRole('button', { name: 'Select' }).isDisabled()).toBe(false);
    await picker.getByRole('button', { name: 'Cancel' }).click();
    await picker.waitFor({ state: 'hidden' });
    await expect.poll(() => field.inputValue()).toBe('#2f5bea');
    await open();
    await picker.getByRole('button', { name: 'transparent' }).click();
    await picker.getByRole('button', { name: 'Select' }).click();
    await picker.waitFor({ state: 'hidden' });
    await expect.poll(() => field.inputValue()).toBe('transparent');
  });

  it('offers usual icons first, and all of them when asked', async () => {
    await group('Icon', 'None')
      .getByRole('button', { name: /^Choose an icon/ })
      .click();
    const picker = page.getByRole('dialog', { name: /^Choose an icon/ });
    await picker.getByText('46 icons').waitFor();
    await picker.getByRole('switch', { name: 'All icons' }).click();
    await picker.getByRole('button', { name: 'More icons' }).waitFor();
    await picker.getByRole('textbox', { name: 'Search icons' }).fill('florist');
    await picker.getByRole('button', { name: 'local florist' }).click();
    const name = group('Icon', 'None').getByRole('textbox');
    await expect.poll(() => name.inputValue()).toBe('local_florist');
    const unknown = group('Icon', 'None').getByText('There is no icon of this name');
    await name.fill('mdi:no-water-pump');
    await unknown.waitFor();
    await name.fill('mdi:water-pump');
    await group('Icon', 'None').locator('.MuiInputAdornment-positionStart path').waitFor();
    await unknown.waitFor({ state: 'detached' });
  });

  it('says what a line of a map lacks', async () => {
    const pairs = group('Pairs of texts', 'Empty');
    await pairs.getByRole('button', { name: /^Headers: / }).click();
    await pairs.getByRole('textbox').first().fill('Content-Type');
    await group('Pairs of texts', 'Filled').getByRole('textbox').first().click();
    await pairs.getByText('Every line needs both: Key and Value.').waitFor();
    await pairs.getByRole('textbox').last().fill('application/json');
    await pairs.getByText('Sent along').waitFor();
  });

  it('unfolds a floating button, which closes once the focus is elsewhere', async () => {
    const buttons = group('Floating button', 'With two actions');
    const toggle = buttons.getByRole('button', { name: 'Add pumps' });
    await toggle.click();
    await buttons.getByRole('list').waitFor();
    await page.keyboard.press('Escape');
    await buttons.getByRole('list').waitFor({ state: 'detached' });
    await toggle.click();
    await buttons.getByRole('button', { name: 'Import pumps' }).click();
    await buttons.getByText('Pumps were imported').waitFor();
    await toggle.click();
    await group('Pairs of texts', 'Filled').getByRole('textbox').first().click();
    await buttons.getByRole('list').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Add pumps later' }).isDisabled()).toBe(true);
  });

  it('searches a tree of groups, and closes them after it', async () => {
    const tree = group('Tree of groups', 'With a search');
    const lines = () => tree.getByRole('treeitem').allTextContents();
    await expect.poll(lines).toContain('Pump south');
    await tree.getByRole('searchbox').fill('NORTH');
    await expect.poll(lines).toEqual(['All pumps', 'Pump north']);
    await tree.getByRole('searchbox').fill('prth');
    await expect.poll(lines).toEqual([]);
    await tree.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(lines).toEqual(['All pumps', 'Halls', 'Views of pumps', 'Crew', 'Harbours', 'Overviews']);
    await tree.getByRole('treeitem', { name: 'Halls' }).click();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: 'Cellar' }).click();
    await expect.poll(() => tree.getByRole('treeitem', { selected: true }).allTextContents()).toEqual(['Cellar']);
  });

  it('says which kind of package is missing, or not found', async () => {
    const packages = group('Contact and packages', 'Packages, required');
    await packages.getByText('Choose a software').waitFor();
    const firmware = packages.getByRole('combobox', { name: 'Firmware' });
    await firmware.fill('none');
    await page.getByText('No firmware matches “none”').waitFor();
    await firmware.fill('');
    await page.getByText('There is no firmware for this profile').waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows popovers by pointer, focus and click, and none with nothing to say', async () => {
    const popover = (by: string) => page.getByRole('dialog', { name: `Pump, by ${by}` });
    const trigger = (by: string) => page.getByRole('button', { name: `Pump by ${by}`, exact: true });
    await trigger('hover').hover();
    // What is in it can be pointed at.
    await popover('hover').getByRole('link', { name: 'Open the pump' }).hover();
    await expect.poll(() => trigger('hover').getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('heading', { name: 'Popover' }).hover();
    await popover('hover').waitFor({ state: 'detached' });
    await trigger('focus').focus();
    await popover('focus').waitFor();
    await page.keyboard.press('Escape');
    await popover('focus').waitFor({ state: 'detached' });
    await trigger('click').click();
    await popover('click').waitFor();
    await page.getByRole('button', { name: 'Nothing to say' }).click();
    await popover('click').waitFor({ state: 'detached' });
    await trigger('click').click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Nothing to say' }).getAttribute('aria-pressed'))
      .toBe('true');
    await trigger('hover').focus();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Nothing to say' }).click();
  });

  it('shows a whole form of settings over the screen', async () => {
    const form = group('Form of settings', 'Filled');
    await form.getByRole('button', { name: 'Full screen', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of the pump' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Pumps of the harbour');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave full screen' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Pumps of the harbour');
  }, 180_000);

  it('opens the menu of the user, and combines key filters', async () => {
    const menus = page.getByRole('region', { name: 'Crumbs and the menu of the user' });
    await menus.getByRole('button', { name: 'User menu' }).last().click();
    await page.getByRole('menu').getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    await page.keyboard.press('Escape');
    const filters = group('Key filters', 'None');
    await filters.getByText('Add at least one filter').waitFor();
    await group('Key filters', 'Wrong').getByText('Enter a value').waitFor();
    await filters.getByRole('button', { name: 'Add a condition' }).click();
    await filters.getByRole('group', { name: 'Condition 1' }).waitFor();
  });

  it('is operated by keys alone, in dialogs, which stay open, and each exhibit has a row that says how', async () => {
    await page.getByRole('button', { name: 'In dialogs' }).click();
    const walk = new GalleryWalk(page);
    await walk.install();
    const rooms = page.getByRole('list', { name: 'Rooms' }).getByRole('button');
    const shown: string[] = [];
    for (const room of await rooms.allTextContents()) {
      const button = page.getByRole('button', { name: room, exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: `${room} in a dialog` });
      await dialog.locator('[data-specimen]').first().waitFor();
      shown.push(...(await walk.walk()));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    await page.getByRole('button', { name: 'In dialogs' }).click();
    await page.getByRole('region', { name: 'Actions of a widget' }).waitFor();
    expect(walk.problems.join('\n')).toBe('');
    expect(shown.toSorted()).toEqual(Object.keys(EXHIBITS).toSorted());
  }, 300_000);

  it('is accessible, in light and in dark', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  }, 180_000);

  it('fits a phone', async () => {
    // As a phone, with touch, but in the page that all modules are in already.
    const session = await page.context().newCDPSession(page);
    await page.setViewportSize(PHONE);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await session.send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: true });
    await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await expectNoSidewaysScroll(page);
    const named = page.getByRole('group', { name: 'Long names' }).first();
    await named.getByRole('combobox').click();
    await page.getByRole('option', { name: '<b>markup</b> is text' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await session.detach();
    await page.setViewportSize(DESKTOP);
  }, 300_000);

  it('is mirrored from right to left, where nothing leaves its place, on a phone neither', async () => {
    await page.getByRole('button', { name: 'From right to left' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dir), { timeout: 120_000 }).toBe('rtl');
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => whatLeavesItsPlace(), { timeout: 30_000 }).toEqual([]);
      await expect.poll(() => buttonsInWrongOrder(), { timeout: 30_000 }).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    const picker = group('Entity picker', 'Chosen, required, with help');
    const [field, clear] = [
      await restingBox(picker.getByRole('combobox')),
      await restingBox(picker.getByRole('button').first()),
    ];
    expect(clear.x + clear.width).toBeLessThanOrEqual(field.x + 1);
    // What is on stands to the left.
    const thumb = (state: string) => restingBox(group('Switch', state).locator('.MuiSwitch-thumb'));
    const [on, off] = [await thumb('Disabled'), await thumb('Off, wrong')];
    const ground = (state: string) => restingBox(group('Switch', state).locator('.MuiSwitch-root'));
    const [onGround, offGround] = [await ground('Disabled'), await ground('Off, wrong')];
    expect(on.x - onGround.x).toBeLessThan(off.x - offGround.x);
  }, 300_000);

  it('writes no errors', () => {
    expect(pageErrors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  });
});
