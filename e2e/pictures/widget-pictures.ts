import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { signInByApi, TENANT } from '../harness/api.ts';
import { launchBrowser, newContext, signedIn } from '../harness/browser.ts';
import { ROOT, startServer } from '../harness/server.ts';
import { createRealData, type PicturedType, TERMINALS, withRealData } from './real-data.ts';

const CATALOGUE = path.join(ROOT, 'server/src/entities/widget/catalogue');
const SHEET = path.join(ROOT, 'photographs/widget-pictures.png');
const WIDTH = 400;
const HEIGHT = 300;
/** Bytes of a picture. */
const MAX_SIZE = 15_000;
/** Now, on every picture. */
const NOW = Date.parse('2026-03-02T10:24:00Z');
/** ms within which a widget has been drawn, and for which it then stays as it is. */
const DRAWN = { within: 30_000, still: 700 };
/** What the library says of a type stands beside its picture; on these only the picture. */
const STYLE = `
  li:has(> div section) { width: ${WIDTH + 2}px !important; }
  li > div:first-child:has(section) { width: ${WIDTH}px; height: ${HEIGHT}px !important; margin: 0 !important; }
  li > div:first-child section { box-shadow: none !important; border-radius: 0 !important; border: 0 !important; }
`;

interface Bundle {
  alias: string;
  title: string;
  id: { id: string };
}
interface Type {
  alias: string;
  name: string;
}

/** Runs in the page: a picture in the smallest quality step that fits. */
const COMPRESS = `async ({ pictures, columns, width, height, max, type }) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const rows = Math.ceil(pictures.length / columns);
  for (const [at, url] of pictures.entries()) {
    const image = new Image();
    image.src = url;
    await image.decode();
    const size = [width / columns, height / rows];
    context.drawImage(image, (at % columns) * size[0], Math.floor(at / columns) * size[1], ...size);
  }
  if (type === 'image/png') return canvas.toDataURL(type);
  for (let quality = 0.9; quality > 0.2; quality -= 0.05) {
    const url = canvas.toDataURL(type, quality);
    if ((url.length * 3) / 4 < max) return url;
  }
  throw new Error('no quality is small enough');
}`;

interface Drawing {
  pictures: string[];
  columns: number;
  width: number;
  height: number;
  max: number;
  type: string;
}

const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
const compressed = (page: Page, drawing: Drawing): Promise<string> =>
  page.evaluate(`(${COMPRESS})(${JSON.stringify(drawing)})`);

/** Writes what a device could have answered on a terminal, which would be empty without one. */
async function fillTerminal(preview: Locator): Promise<void> {
  await preview.locator('[role=log]').evaluate((log) => {
    for (const text of ['> getTemperature', '{ "temperature": 22 }', '> setFan {"speed": 2}', '"OK"']) {
      const line = document.createElement('div');
      line.textContent = text;
      log.append(line);
    }
  });
}

/** Waits until a widget is drawn and looks the same twice. */
async function photograph(preview: Locator, isTerminal: boolean): Promise<Buffer> {
  await preview.scrollIntoViewIfNeeded();
  await preview.locator('section').first().waitFor();
  if (isTerminal) await fillTerminal(preview);
  const until = Date.now() + DRAWN.within;
  for (let before: Buffer | undefined; ; ) {
    const now = await preview.screenshot({ animations: 'disabled' });
    const isLoading = (await preview.locator('[aria-busy=true], .MuiSkeleton-root').count()) > 0;
    if ((before?.equals(now) && !isLoading) || Date.now() > until) return now;
    before = now;
    await preview.page().waitForTimeout(DRAWN.still);
  }
}

const of = process.argv
  .find((arg) => arg.startsWith('--of='))
  ?.slice('--of='.length)
  .split(',');
const server = await startServer();
const browser = await launchBrowser();
try {
  const api = await signInByApi(server.http, TENANT.email, TENANT.password);
  const context = await newContext(browser, server.http, { viewport: { width: 1500, height: 1400 } });
  await context.setStorageState(await signedIn(server.http, TENANT.email, TENANT.password));
  const real = await createRealData(api, NOW);
  const page = await context.newPage();
  await page.route('**/api/widgetTypesDetails?*', async (route) => {
    const reply = await route.fetch();
    const types = (await reply.json()) as PicturedType[];
    const json = types.map((type) => ({
      ...type,
      descriptor: { ...type.descriptor, defaultConfig: withRealData(type, real) },
    }));
    await route.fulfill({ response: reply, json });
  });
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(() => {
    let seed = 7;
    Math.random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
  });
  const tools = await context.newPage();
  await tools.goto('/login');
  const bundles = await api.get<Bundle[]>('/api/widgetsBundles');
  for (const bundle of bundles.filter(({ alias }) => !of || of.includes(alias))) {
    const types = await api.get<Type[]>(`/api/widgetTypesInfos?isSystem=true&bundleAlias=${bundle.alias}`);
    const folder = path.join(CATALOGUE, bundle.alias.replaceAll('_', '-'), 'images');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes`);
    await page
      .getByRole('listitem', { name: types[0]?.name ?? '', exact: true })
      .first()
      .waitFor();
    await page.addStyleTag({ content: STYLE });
    const made: string[] = [];
    for (const { alias, name } of types) {
      const preview = page.getByRole('listitem', { name, exact: true }).first().locator('> div').first();
      const png = `data:image/png;base64,${(await photograph(preview, TERMINALS.has(alias))).toString('base64')}`;
      const one = { columns: 1, width: WIDTH, height: HEIGHT, max: MAX_SIZE, type: 'image/webp' };
      const url = await compressed(tools, { ...one, pictures: [png] });
      await writeFile(path.join(folder, `${alias}.webp`), bytesOf(url));
      made.push(png);
      console.info(`${bundle.alias}/${alias}: ${bytesOf(url).length} bytes`);
    }
    const columns = Math.min(made.length, 2);
    const drawing = { pictures: made.slice(0, 4), columns, width: WIDTH, height: HEIGHT };
    // One type fills the picture of its bundle.
    const url = await compressed(tools, { ...drawing, max: MAX_SIZE, type: 'image/webp' });
    await writeFile(path.join(folder, '_bundle.webp'), bytesOf(url));
  }
  const all: string[] = [];
  for (const { alias } of bundles) {
    const folder = path.join(CATALOGUE, alias.replaceAll('_', '-'), 'images');
    for (const file of (await readdir(folder)).sort()) {
      all.push(`data:image/webp;base64,${await readFile(path.join(folder, file), 'base64')}`);
    }
  }
  const rows = Math.ceil(all.length / 10);
  const sheet = { pictures: all, columns: 10, width: 2000, height: rows * 150, max: 0, type: 'image/png' };
  await mkdir(path.dirname(SHEET), { recursive: true });
  await writeFile(SHEET, bytesOf(await compressed(tools, sheet)));
} finally {
  await browser.close();
  await server.stop();
}
