import { beforeEach, describe, expect, it } from 'vitest';
import { holdRequests } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { postChain, SAVE, SCRIPT } from '../harness/rule-chains.ts';

let made = 0;
const newName = (words: string) => `${words} ${Date.now().toString(36)}${made++}`;

interface Metadata {
  firstNodeIndex: number | null;
  nodes: { name: string; configuration: object; additionalInfo: { layoutX: number; notes?: { text: string }[] } }[];
  connections: { fromIndex: number; toIndex: number; type: string }[] | null;
}
const readChain = (id: string) => api.get<Metadata>(`/api/ruleChain/${id}/metadata`);

const makeNotedChain = (name: string): Promise<string> =>
  postChain(name, {
    nodes: [
      {
        type: SCRIPT,
        name: 'Too warm?',
        configuration: { jsScript: 'return true;' },
        additionalInfo: {
          layoutX: 300,
          layoutY: 150,
          notes: [{ key: 'note-1', text: 'Ask Ida', colour: 'blue', x: 300, y: 250, width: 200, height: 80 }],
        },
      },
      { type: SAVE, name: 'Keep it', configuration: { defaultTTL: 0 }, additionalInfo: { layoutX: 620, layoutY: 150 } },
    ],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
  });

const card = (name: string) => page.locator('.react-flow__node', { hasText: name });
const toolbar = () => page.getByRole('toolbar');
const makeLive = () => toolbar().getByRole('button', { name: 'Make live' }).click();
const isLive = () => toolbar().getByText('Live', { exact: true }).waitFor();
const changed = () =>
  toolbar()
    .getByText(/not live$/)
    .waitFor();
const notes = () => page.getByRole('group', { name: 'Note: Ask Ida' });

describe('the editor of rule chains, when something comes between', () => {
  setUpConsole();
  let id: string;
  let name: string;
  beforeEach(async () => {
    name = newName('Cold chain');
    id = await makeNotedChain(name);
    pageErrors.length = 0;
    await page.goto(`/ruleChains/${id}`);
    await card('Too warm?').waitFor();
  });
  /** Changes something that can be seen in what is stored. */
  const moveKeepIt = async () => {
    await card('Keep it').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await changed();
  };

  it('says that messages come back from another chain, at the node and before a save, and saves it', async () => {
    const back = newName('Back');
    const other = await makeNotedChain(back);
    const lead = async (from: string, to: string) => {
      const stored = await api.get<object>(`/api/ruleChain/${from}/metadata`);
      const targetRuleChainId = { entityType: 'RULE_CHAIN', id: to };
      const additionalInfo = { layoutX: 620, layoutY: 300, ruleChainNodeId: 'rule-chain-node-1' };
      const ruleChainConnections = [{ fromIndex: 0, targetRuleChainId, type: 'False', additionalInfo }];
      await api.post('/api/ruleChain/metadata', { ...stored, ruleChainConnections });
    };
    await lead(id, other);
    await page.reload();
    await card(back).dblclick();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('button', { name: 'Open rule chain' }).waitFor();
    await expect.poll(() => panel.getByText(/Messages come back/).count()).toBe(0);
    await lead(other, id);
    await page.reload();
    await card(back).dblclick();
    await panel.getByText(`Messages come back from ${back}.`).waitFor();
    await moveKeepIt();
    await makeLive();
    await page.getByRole('status').getByText(`Messages come back from ${back}.`).waitFor();
    await isLive();
    expect(pageErrors).toEqual([]);
  });

  it('copies, cuts, duplicates, aligns and undoes notes like nodes, also into another chain', async () => {
    await notes().click();
    await page.keyboard.press('Control+d');
    await expect.poll(() => notes().count()).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => notes().count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.getByText('3 nodes and notes copied').waitFor();
    await notes().click();
    await page.keyboard.press('Control+x');
    await expect.poll(() => notes().count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => notes().count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');

    const other = await makeNotedChain(newName('Another'));
    await page.goto(`/ruleChains/${other}`);
    await card('Keep it').waitFor();
    await page.keyboard.press('Control+v');
    await expect.poll(() => notes().count()).toBe(2);
    await makeLive();
    await isLive();
    const stored = await readChain(other);
    expect(stored.nodes).toHaveLength(4);
    expect(stored.nodes.flatMap(({ additionalInfo }) => additionalInfo.notes ?? []).map(({ text }) => text)).toEqual([
      'Ask Ida',
      'Ask Ida',
    ]);
    // Messages enter where they entered.
    expect(stored.firstNodeIndex).toBe(0);

    await page.keyboard.press('Control+a');
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 20, y: 20 } });
    await page.getByRole('menuitem', { name: 'Align in a column' }).click();
    await expect
      .poll(
        async () => new Set(await notes().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))).size,
      )
      .toBe(1);
    expect(pageErrors).toEqual([]);
  });

  it('makes no configuration live that is not read as it is typed, and undoes what is', async () => {
    await card('Keep it').dblclick();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('button', { name: 'Edit as JSON' }).click();
    const text = panel.getByRole('textbox', { name: 'Configuration' });
    const hasFocus = () => text.evaluate((element) => element === document.activeElement);
    await text.fill('{"defaultTTL": ');
    await toolbar().getByText('Not live: JSON cannot be read').waitFor();
    await expect.poll(() => toolbar().getByRole('button', { name: 'Make live' }).isEnabled()).toBe(true);
    await text.fill('{"defaultTTL": 0}');
    await toolbar().getByText('Live', { exact: true }).waitFor();
    await text.fill('{"defaultTTL": 99}');
    await changed();
    await toolbar().getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => text.textContent()).toContain('"defaultTTL": 0');
    await text.fill('{"defaultTTL": 99}');
    await changed();
    await text.fill('{"defaultTTL": 99, "x": ');
    await panel.getByText('This is not a JSON object.').waitFor();
    await panel.getByRole('button', { name: 'Edit as a form' }).click();
    await expect.poll(hasFocus).toBe(true);
    await card('Too warm?').dblclick();
    await panel.getByRole('heading', { name: 'Too warm?' }).waitFor();
    await makeLive();
    await page.getByText('The configuration of Keep it is not a JSON object.').first().waitFor();
    await expect.poll(hasFocus).toBe(true);
    await expect.poll(() => text.textContent()).toContain('{"defaultTTL": 99, "x": ');
    expect((await readChain(id)).nodes[1]?.configuration).toEqual({ defaultTTL: 0 });
    await text.fill('{"defaultTTL": 99, "x": 1}');
    await makeLive();
    await isLive();
    await expect.poll(async () => (await readChain(id)).nodes[1]?.configuration).toMatchObject({ defaultTTL: 99 });
  });

  it('leaves its keys to the choices of a node', async () => {
    await card('Keep it').dblclick();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    const debug = panel.getByRole('switch', { name: 'Debug mode' });
    await debug.focus();
    for (const key of ['Delete', 'Backspace', 'Control+x']) await page.keyboard.press(key);
    await panel.getByRole('button', { name: 'Edit as JSON' }).press('Delete');
    await card('Keep it').waitFor();
    await expect.poll(() => panel.getByRole('heading', { name: 'Keep it' }).isVisible()).toBe(true);
  });

  it('keeps what is edited while the server cannot be reached, and makes it live afterwards', async () => {
    await moveKeepIt();
    await page.context().setOffline(true);
    await makeLive();
    await page.getByText('Unable to connect').first().waitFor();
    await changed();
    await page.context().setOffline(false);
    await makeLive();
    await isLive();
    await expect.poll(async () => (await readChain(id)).nodes[1]?.additionalInfo.layoutX).toBeGreaterThan(620);
  });

  it('offers what is edited of a chain that somebody deleted as a new one, also after the page was closed', async () => {
    await moveKeepIt();
    await api.delete(`/api/ruleChain/${id}`);
    await makeLive();
    const dialog = page.getByRole('dialog', { name: `Somebody deleted ${name}` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await changed();
    await page.reload();
    await page.getByText('Your changes, which were not live, are still here.').waitFor();
    await page.getByRole('button', { name: 'Open them as a new rule chain' }).click();
    await card('Keep it').waitFor();
    await makeLive();
    await page.waitForURL((url) => /\/ruleChains\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(id));
    const again = page.url().split('/').at(-1) as string;
    await expect
      .poll(async () => (await readChain(again)).nodes.map((node) => node.name))
      .toEqual(['Too warm?', 'Keep it']);
  });

  it('says when another tab has changes of the same chain, which are merged when both are made live', async () => {
    const other = await page.context().newPage();
    await other.goto(`/ruleChains/${id}`);
    await other.locator('.react-flow__node', { hasText: 'Too warm?' }).dblclick();
    await other.getByRole('complementary', { name: 'Settings' }).getByLabel('Name').fill('Far too warm?');
    await moveKeepIt();
    await page.getByText('Another tab has changes of this rule chain, too.').waitFor();
    await other.getByText('Another tab has changes of this rule chain, too.').waitFor();
    await other.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
    await other.getByRole('toolbar').getByText('Live', { exact: true }).waitFor();
    await page.getByText('Another tab has changes of this rule chain, too.').waitFor({ state: 'hidden' });
    // What is typed while it is being made live is merged, too.
    const letGo = await holdRequests(page, '**/api/ruleChain/metadata*');
    const asked = page.waitForRequest('**/api/ruleChain/metadata*');
    await makeLive();
    await asked;
    await card('Keep it').dblclick();
    await page.getByRole('complementary', { name: 'Settings' }).getByLabel('Name').fill('Keep it well');
    letGo();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge and go on' }).click();
    await card('Far too warm?').waitFor();
    await makeLive();
    await isLive();
    const stored = await readChain(id);
    expect(stored.nodes.map((node) => node.name)).toEqual(['Far too warm?', 'Keep it well']);
    expect(stored.nodes[1]?.additionalInfo.layoutX).toBeGreaterThan(620);
  });

  it('is used by keyboard alone', async () => {
    await page.keyboard.press('n');
    await expect.poll(() => card('Too warm?').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('n');
    await expect.poll(() => card('Keep it').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('b');
    await expect.poll(() => card('Too warm?').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('a');
    await page.keyboard.type('create al');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card('Create alarm').waitFor();
    await page.keyboard.press('Escape');
    await card('Too warm?').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('l');
    const picker = page.getByRole('combobox', { name: 'Link to another node' });
    await expect.poll(() => picker.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Create');
    await page.getByRole('option', { name: 'Create alarm' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'False' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add link' }).click();
    await page.getByRole('button', { name: 'False → Create alarm' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('body').press('?');
    const sheet = page.getByRole('dialog');
    for (const words of [
      'Add a node',
      'Link the selected node with another',
      'Duplicate nodes',
      'Let messages enter here',
    ]) {
      await sheet.getByText(words, { exact: true }).waitFor();
    }
    expect(pageErrors).toEqual([]);
  });

  it('asks for counts when the server lets it, and not while the tab is hidden', async () => {
    // A clock belongs to a whole profile, and would go on for later files.
    const own = await openPage();
    let requested = 0;
    let isBusy = false;
    await own.route(`**/api/ruleChain/${id}/flow`, async (route) => {
      requested++;
      if (!isBusy) return route.continue();
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '600' },
        json: { status: 429, message: 'Too many' },
      });
    });
    await own.goto(`/ruleChains/${id}`);
    const traffic = own.getByRole('button', { name: 'Show traffic' });
    await traffic.waitFor();
    await own.clock.install();
    await traffic.click();
    await expect.poll(() => requested).toBe(1);
    await own.getByText(/^Counting messages|^Messages since/).waitFor();
    await own.clock.runFor(3_100);
    await expect.poll(() => requested).toBe(2);
    isBusy = true;
    await own.clock.runFor(3_100);
    await own.getByText(/^Too many requests: counts again at/).waitFor();
    const before = requested;
    await own.clock.runFor(500_000);
    expect(requested).toBe(before);
    isBusy = false;
    await own.clock.runFor(101_000);
    await expect.poll(() => requested).toBeGreaterThan(before);

    await own.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const hidden = requested;
    await own.clock.runFor(60_000);
    expect(requested).toBe(hidden);
    await own.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await own.clock.runFor(3_100);
    await expect.poll(() => requested).toBeGreaterThan(hidden);
  });
});
