import { beforeEach, describe, expect, it } from 'vitest';
import { restingBox } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';

const SCRIPT = 'org.thingsboard.rule.engine.filter.TbJsFilterNode';
let made = 0;
const newName = (words: string) => `${words} ${Date.now().toString(36)}${made++}`;

interface Metadata {
  firstNodeIndex: number | null;
  nodes: {
    name: string;
    type: string;
    configuration: Record<string, unknown>;
    additionalInfo: { layoutX: number };
  }[];
  connections: unknown[] | null;
}

/** Nodes in rows, each linked with the next one. */
const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: SCRIPT,
    name: `Node ${index}`,
    configuration: { jsScript: 'return true;' },
    additionalInfo: { layoutX: 280 + (index % 50) * 240, layoutY: 60 + Math.floor(index / 50) * 100 },
  }));
const linksOf = (count: number) =>
  Array.from({ length: count - 1 }, (_, index) => ({ fromIndex: index, toIndex: index + 1, type: 'True' }));

async function makeChain(count: number, more: object[] = []): Promise<string> {
  const { id } = (await api.post<{ id: { id: string } }>('/api/ruleChain', { name: newName('Large'), type: 'CORE' }))
    .id;
  await api.post('/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id },
    firstNodeIndex: 0,
    nodes: [...nodesOf(count), ...more],
    connections: linksOf(count),
  });
  return id;
}
const readChain = (id: string) => api.get<Metadata>(`/api/ruleChain/${id}/metadata`);

const toolbar = () => page.getByRole('toolbar');
const changes = () => toolbar().getByText(/not live$/);
const elements = () => page.locator('.react-flow__node-rule');
const drawn = () => page.locator('[aria-busy="false"] .react-flow').waitFor();
const open = async (id: string) => {
  await page.goto(`/ruleChains/${id}`);
  await drawn();
};

/** Counts what changes in the elements of nodes and links while something is done. */
async function changedElements(work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counted = { changes: 0 };
    const observer = new MutationObserver((records) => {
      counted.changes += records.length;
    });
    for (const part of document.querySelectorAll('.react-flow__nodes, .react-flow__edges')) {
      observer.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    Object.assign(window, { counted, observer });
  });
  await work();
  return page.evaluate(() => {
    const { counted, observer } = window as unknown as { counted: { changes: number }; observer: MutationObserver };
    counted.changes += observer.takeRecords().length;
    observer.disconnect();
    return counted.changes;
  });
}

const FRAMES = 20;

describe('large rule chains', () => {
  setUpConsole();
  beforeEach(() => {
    pageErrors.length = 0;
  });

  it('move 300 nodes in a picture: no element changes before they are let go', async () => {
    const id = await makeChain(300);
    await open(id);
    await expect.poll(() => elements().count()).toBe(300);
    const box = await restingBox(elements().nth(120));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const moveBy = async (frames: number) => {
      for (let frame = 1; frame <= frames; frame++) await page.mouse.move(x + frame * 3, y + frame);
    };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await moveBy(2);
    // One node: itself and its two links, a few attributes of each.
    const ofOne = await changedElements(() => moveBy(FRAMES));
    expect(ofOne).toBeGreaterThan(0);
    expect(ofOne).toBeLessThan(FRAMES * 20);
    await page.mouse.up();
    await changes().waitFor();

    await page.keyboard.press('Control+a');
    await drawn();
    const at = await restingBox(elements().nth(120));
    await page.mouse.move(at.x + 5, at.y + 5);
    await page.mouse.down();
    await page.mouse.move(at.x + 15, at.y + 15, { steps: 5 });
    await page.locator('.sb-whole').waitFor();
    const ofAll = await changedElements(async () => {
      for (let frame = 1; frame <= FRAMES; frame++) await page.mouse.move(at.x + 15 + frame * 3, at.y + 15);
    });
    expect(ofAll).toBeLessThan(FRAMES);
    await page.mouse.up();
    await drawn();
    await expect.poll(async () => (await elements().nth(120).boundingBox())?.x ?? 0).toBeGreaterThan(at.x + 40);
    await page.getByRole('button', { name: 'Undo: moved 300 nodes' }).click();
    await drawn();
    await expect.poll(async () => (await elements().nth(120).boundingBox())?.x ?? 0).toBeCloseTo(at.x, 0);
    expect(pageErrors).toEqual([]);
  });

  it('draw 2,000 nodes with few elements, which can be selected, moved, copied, undone and deleted', async () => {
    const id = await makeChain(2_000);
    await open(id);
    await expect.poll(() => elements().count()).toBeLessThan(200);
    const input = await restingBox(page.locator('.react-flow__node-entry'));
    // The input stands at 50, 150, and a node in the middle of the chain at 5,280, 2,060.
    const scale = input.width / 172;
    const middle = { x: input.x + (5_280 - 50 + 86) * scale, y: input.y + (2_060 - 150 + 26) * scale };
    await page.keyboard.press('Control+a');
    // What is painted is dragged like elements.
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 30, middle.y + 20, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Undo: moved 2000 nodes' }).waitFor();
    await page.keyboard.press('Control+c');
    await page.getByText('2,000 nodes copied').waitFor();
    await page.keyboard.press('Control+v');
    await page.getByText('This rule chain has 4,000 nodes. At most 2,000 can be made live').waitFor();
    await toolbar().getByRole('button', { name: 'Make live' }).click();
    await page.getByRole('status').getByText('At most 2,000 can be made live').waitFor();
    await expect.poll(async () => (await readChain(id)).nodes).toHaveLength(2_000);
    await page.keyboard.press('Delete');
    await page.getByText('This rule chain has 4,000 nodes').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+z');
    await page.getByText('This rule chain has 4,000 nodes').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await toolbar().getByText('Live', { exact: true }).waitFor();

    // A node that is found becomes an element, with all that can be done with it.
    await page.keyboard.press('/');
    await page.keyboard.type('Node 1777');
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node', { hasText: 'Node 1777' }).waitFor();
    await expect.poll(() => elements().count()).toBeLessThan(200);
    // The nodes that it may be linked with are listed some at a time.
    const linkWith = page.getByRole('combobox', { name: 'Link to another node' });
    await linkWith.click();
    await page.getByRole('option', { name: /^Node/ }).first().waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBeLessThanOrEqual(101);
    await linkWith.fill('Node 1999');
    await page.getByRole('option', { name: 'Node 1999' }).waitFor();
    await page.keyboard.press('Escape');
    expect(pageErrors).toEqual([]);
  });

  it('move by the arrow keys what is painted, and let messages enter there by a key', async () => {
    const id = await makeChain(2_000);
    await open(id);
    const input = await restingBox(page.locator('.react-flow__node-entry'));
    const scale = input.width / 172;
    const before = await readChain(id);
    await page.mouse.click(input.x + (5_280 - 50 + 86) * scale, input.y + (2_060 - 150 + 26) * scale);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: /^Undo: moved/ }).waitFor();
    await page.keyboard.press('f');
    await toolbar().getByRole('button', { name: 'Make live' }).click();
    await toolbar().getByText('Live', { exact: true }).waitFor();
    const after = await readChain(id);
    const places = new Map(before.nodes.map(({ name, additionalInfo: { layoutX } }) => [name, layoutX]));
    const moved = after.nodes.flatMap(({ name, additionalInfo: { layoutX } }) =>
      layoutX === places.get(name) ? [] : [name],
    );
    expect(moved).toHaveLength(1);
    expect(after.nodes[after.firstNodeIndex as number]?.name).toBe(moved[0]);
    expect(pageErrors).toEqual([]);
  });

  it('keep a draft of more than 10 MB, and say so where the browser cannot', async () => {
    const large = {
      type: 'other.platform.UnknownNode',
      name: 'Unknown',
      configuration: { text: 'x'.repeat(6_000_000) },
    };
    const id = await makeChain(2, [large]);
    await open(id);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('complementary', { name: 'Settings' }).getByLabel('Text').fill('Kept in the browser');
    await expect
      .poll(() =>
        page.evaluate(
          (key) =>
            new Promise((resolve) => {
              const request = indexedDB.open('signalbox');
              request.onsuccess = () => {
                const stores = [...request.result.objectStoreNames];
                if (!stores.includes('large')) return resolve('');
                // The id of the user follows.
                const range = IDBKeyRange.bound(key, `${key}\uffff`);
                const get = request.result.transaction('large').objectStore('large').get(range);
                get.onsuccess = () => resolve(JSON.stringify(get.result?.chain.notes ?? ''));
              };
            }),
          `signalbox-rule-draft ${id} `,
        ),
      )
      .toContain('Kept in the browser');
    await page.goto('about:blank');
    await page.goto(`/ruleChains/${id}`);
    await page.getByText(/^Your changes of .* are still here/).waitFor();
    await page.getByRole('group', { name: 'Note: Kept in the browser' }).waitFor();
    expect(pageErrors).toEqual([]);

    const poor = await openPage({
      prepare: (opened) =>
        opened.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('There is no room', 'QuotaExceededError');
          };
        }),
    });
    await poor.goto(`/ruleChains/${id}`);
    await poor.locator('[aria-busy="false"] .react-flow').waitFor();
    await poor.getByRole('button', { name: 'Add a note' }).click();
    await poor.getByText('These changes are too large to be kept in this browser').waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('are read from files, with loops that are named before anything is stored', async () => {
    const nodes = nodesOf(3_000).map(({ additionalInfo: _place, ...node }, index) => ({
      ...node,
      name: index === 7 ? '<img src=x onerror=alert(1)>' : index === 8 ? `שלום ${'long '.repeat(40)}` : node.name,
    }));
    const connections = [...linksOf(3_000), { fromIndex: 2_999, toIndex: 0, type: 'False' }];
    const file = {
      ruleChain: { name: newName('Loops'), type: 'CORE' },
      metadata: { firstNodeIndex: 0, nodes, connections },
    };
    await page.goto('/ruleChains');
    const choose = async (text: string) => {
      await page.getByRole('button', { name: 'Import a rule chain' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'chain.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    };
    for (const malformed of ['{"ruleChain":', '[]', '{"ruleChain":{"name":"A"},"metadata":{"nodes":[{"name":5}]}}']) {
      await choose(malformed);
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await choose(JSON.stringify(file));
    await page.getByText('This rule chain has 3,000 nodes. At most 2,000 can be made live').waitFor();
    await drawn();
    await expect.poll(() => elements().count()).toBeLessThan(200);
    await page.getByRole('button', { name: 'Arrange all nodes' }).click();
    await page.getByRole('button', { name: 'Undo: arranged all nodes' }).waitFor();
    expect(pageErrors).toEqual([]);

    const links = [...linksOf(20), { fromIndex: 19, toIndex: 0, type: 'False' }];
    const small = { ...file, metadata: { ...file.metadata, nodes: nodes.slice(0, 20), connections: links } };
    await page.goto('/ruleChains');
    await choose(JSON.stringify(small));
    // The chain before it is still a draft.
    await page.getByRole('button', { name: `Open ${file.ruleChain.name} instead` }).click();
    await drawn();
    await toolbar().getByRole('button', { name: 'Make live' }).click();
    await page.getByRole('status').getByText('Messages would go in circles through Node 0').waitFor();
    await expect.poll(() => page.url()).toContain('/import');
    expect(pageErrors).toEqual([]);
  });
});
