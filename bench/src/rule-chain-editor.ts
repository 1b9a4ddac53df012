import type { Browser, Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import { followTasks } from '../../e2e/harness/first-visit.ts';
import type { BenchContext } from './lib/context.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { frameTimes } from './lib/frames.ts';

/** Nodes of a chain that is dragged, and of the largest one that can be stored. */
const MANY = 300;
const MOST = 2_000;
const FRAMES = 60;
/** How long the page gets to settle, ms. */
const SETTLE_MS = 1_000;

async function makeChain({ api }: BenchContext, count: number): Promise<string> {
  const { id } = await api.post<{ id: { id: string } }>('/api/ruleChain', { name: `bench ${count}`, type: 'CORE' });
  const columns = Math.ceil(Math.sqrt(count * 1.5));
  await api.post('/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id: id.id },
    firstNodeIndex: 0,
    nodes: Array.from({ length: count }, (_, index) => ({
      type: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
      name: `Node ${index}`,
      configuration: { jsScript: 'return true;' },
      additionalInfo: { layoutX: 280 + (index % columns) * 260, layoutY: 60 + Math.floor(index / columns) * 110 },
    })),
    connections: Array.from({ length: count - 1 }, (_, index) => ({
      fromIndex: index,
      toIndex: index + 1,
      type: 'True',
    })),
  });
  return id.id;
}

const isDrawn = (page: Page) => page.locator('[aria-busy="false"] .react-flow').waitFor();

async function drag(page: Page): Promise<void> {
  const node = page.locator('.react-flow__node-rule').nth(40);
  const box = await ((await node.count()) > 0 ? node : page.locator('.react-flow__pane')).boundingBox();
  if (!box) throw new Error('Nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let frame = 1; frame <= FRAMES; frame++) await page.mouse.move(x + frame * 2, y + Math.sin(frame / 5) * 30);
  await page.mouse.up();
  await isDrawn(page);
}

/** Does something, and says which tasks of the page took more than 50 ms of processor time meanwhile. */
async function figureOf(browser: Browser, what: string, work: () => Promise<void>): Promise<Figure> {
  const end = await followTasks(browser);
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  const long = await end();
  const longest = Math.max(0, ...long);
  return {
    what,
    measured: `${long.length}${long.length > 0 ? `, longest ${format(longest)} ms` : ''}`,
    budget: 'none > 50 ms',
    reference: '–',
    note: `processor time of tasks; all of it in ${format(ms)} ms`,
    values: { longTasks: long.length, longest, ms },
  };
}

/** Measures how the editor answers while chains of many nodes are opened and changed. */
export async function measureEditor(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const chains = { many: await makeChain(context, MANY), most: await makeChain(context, MOST) };
  const browser = await launchBrowser();
  try {
    const own = await newContext(browser, server.http);
    const page = await own.newPage();
    await signIn(page, TENANT.email, TENANT.password);
    const figures: Figure[] = [];
    const measure = async (what: string, work: () => Promise<void>) => {
      figures.push(await figureOf(browser, what, work));
      await page.waitForTimeout(SETTLE_MS);
    };
    const open = async (id: string) => {
      await page.goto(`/ruleChains/${id}`);
      await isDrawn(page);
    };
    await measure(`a chain of ${MANY} nodes: long tasks while it opens`, () => open(chains.many));
    await measure(`… while one is dragged for ${FRAMES} frames`, () => drag(page));
    await page.keyboard.press('Control+a');
    await isDrawn(page);
    await measure('… while all are dragged', () => drag(page));
    const times = (await frameTimes(page, () => drag(page))).sort((one, other) => one - other);
    const late = times.filter((time) => time > 25).length;
    figures.push({
      what: '… time of a frame meanwhile, middle and 95 of 100',
      measured: `${format(percentile(times, 0.5), 1)} and ${format(percentile(times, 0.95), 1)} ms`,
      budget: '16.7 ms',
      reference: '–',
      note: `${late} of ${times.length} frames late by one or more: depends on what else the machine does`,
      values: { middle: percentile(times, 0.5), slow: percentile(times, 0.95), late, frames: times.length },
    });
    await page.getByRole('button', { name: 'Show traffic' }).click();
    await measure('… while all are dragged, with traffic shown', () => drag(page));
    await measure(`a chain of ${MOST} nodes: long tasks while it opens`, () => open(chains.most));
    await measure('… while all are selected, dragged, copied, pasted, deleted and undone', async () => {
      await page.keyboard.press('Control+a');
      await drag(page);
      for (const keys of ['Control+c', 'Control+v', 'Delete', 'Control+z', 'Control+z']) {
        await page.keyboard.press(keys);
        await isDrawn(page);
      }
    });
    await own.close();
    return figures;
  } finally {
    await browser.close();
    for (const id of Object.values(chains)) await api.delete(`/api/ruleChain/${id}`);
  }
}
