import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startWebServer, type WebServer } from '../../server/test/web-server.ts';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { chooseDashboard, exportByButton, importThroughDialog, jsonFile } from '../harness/dashboard-files.ts';
import { type DashboardFile, dashboardOf } from '../harness/variants/dashboards.ts';
import {
  hostileBody,
  hostileVariants,
  PAYLOADS,
  REACHED,
  withHostileFrame,
  wrongVariants,
} from '../harness/variants/hostile.ts';
import type { Variant } from '../harness/variants/widgets.ts';
import { createWorld, drawnWidgets, keepInside, unfinishedWidgets, type World } from '../harness/variants/world.ts';

const PACK = 48;
const isComplete = process.env.ALL_WIDGET_VARIANTS !== undefined;
const TIME = { timeout: isComplete ? 1_800_000 : 180_000 };
const server = inject('server');
let world: World | undefined;
/** What was asked of a server elsewhere. */
const requested: string[] = [];
let elsewhere: WebServer | undefined;
let beacon: string;
/** Addresses that the page went to, dialogs and windows that it opened. */
const moves: string[] = [];

setUpConsole({
  sharePage: true,
  viewport: { width: 1440, height: 1800 },
  prepare: async (opened) => {
    elsewhere = await startWebServer((request, reply) => {
      requested.push(request.url ?? '');
      reply.end();
    });
    beacon = elsewhere.http;
    opened.on('dialog', (dialog) => {
      // The browser asks before an import that is not finished is left.
      if (dialog.type() !== 'beforeunload') moves.push(`dialog ${dialog.message()}`);
      void dialog.accept();
    });
    opened.on('popup', (popup) => moves.push(`window ${popup.url()}`));
    opened.on('framenavigated', (frame) => {
      if (frame === opened.mainFrame() && !frame.url().startsWith(server.http)) moves.push(frame.url());
    });
    await keepInside(opened, new URL(server.http).origin, beacon);
  },
});
beforeAll(async () => {
  world = await createWorld(api, server.mqtt, ' of hostile dashboards');
});
afterAll(async () => {
  await world?.device.close();
  await elsewhere?.close();
});

const inPacks = (all: readonly Variant[]) =>
  Array.from({ length: Math.ceil(all.length / PACK) }, (_, at) => all.slice(at * PACK, (at + 1) * PACK));

function fileOf(title: string, pack: readonly Variant[]): DashboardFile {
  const { shown } = world as World;
  return dashboardOf(title, pack, shown.device.id, shown.alias);
}

/** What a dashboard has got at in the page. */
const reached = () =>
  page.evaluate((name) => {
    const styled = [document.documentElement, document.body].map((one) =>
      getComputedStyle(one).getPropertyValue(`--${name}`),
    );
    const menu = document.querySelector('nav a[href="/dashboards"]');
    const { left = 0, top = 0, width = 0, height = 0 } = menu?.getBoundingClientRect() ?? {};
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return {
      script: name in window || name in Object.prototype,
      style: styled.some((value) => value !== ''),
      isMenuCovered: !(onTop && menu?.contains(onTop)),
      isWider: document.documentElement.scrollWidth > window.innerWidth,
    };
  }, REACHED);
const NOTHING = { script: false, style: false, isMenuCovered: false, isWider: false };

/** Requests that no setting allows: markup and pictures may name an address elsewhere, also those that functions make. */
const notAllowed = () => requested.filter((path) => !path.includes('/allowed/') && !path.endsWith('/function'));

describe('a hostile dashboard', TIME, () => {
  it('gets at nothing of the page, and is exported as it was', async () => {
    const { types, shown } = world as World;
    const kinds = Object.keys(PAYLOADS);
    // Types that stand beside each other are much alike.
    const some = isComplete ? types : types.filter((_, at) => at % 2 === 0);
    const mixed = some.flatMap((type, at) =>
      hostileVariants([type], isComplete ? kinds : [kinds[at % kinds.length] as string], beacon, shown),
    );
    for (const [at, pack] of inPacks(mixed).entries()) {
      const file = withHostileFrame(fileOf(`Hostile ${at + 1}`, pack), kinds[at % kinds.length] as string, beacon);
      await importThroughDialog(page, jsonFile('hostile', file));
      await expect.poll(() => unfinishedWidgets(page, pack), { timeout: 60_000 }).toEqual([]);
      expect(await reached()).toEqual(NOTHING);
      expect(await exportByButton(page)).toEqual(file);
    }
    expect(notAllowed()).toEqual([]);
    expect(moves).toEqual([]);
    // What cleans markup reads it in a document of its own, whose handlers the policy reports. The server refuses names.
    expect(pageErrors.splice(0).filter((error) => !/inline event handler|status of 400/.test(error))).toEqual([]);
  });

  it('with functions that never end stops them, and the page answers', async () => {
    const { types, shown } = world as World;
    const cards = types.filter(({ alias }) => ['markdown_card', 'qr_code', 'entities_table'].includes(alias));
    const bodies = ['for (;;) {}', 'var all = []; for (;;) all.push(new Array(10000).fill(0));', hostileBody(beacon)];
    const pack = cards.flatMap((type) =>
      bodies.map((body): Variant => {
        const [{ config }] = hostileVariants([type], ['pattern'], beacon, shown) as [Variant];
        const text = JSON.stringify(config);
        return {
          type,
          failing: body,
          config: JSON.parse(
            text.replaceAll(
              JSON.stringify(hostileBody(`${beacon}/pattern/${type.bundleAlias}/${type.alias}/function`)),
              JSON.stringify(body),
            ),
          ),
        };
      }),
    );
    await importThroughDialog(page, jsonFile('endless', fileOf('Endless', pack)));
    await expect.poll(() => unfinishedWidgets(page, pack), { timeout: 60_000 }).toEqual([]);
    expect(await reached()).toEqual(NOTHING);
    pageErrors.length = 0;
  });
});

describe('a dashboard with values of the wrong kind', TIME, () => {
  it('is drawn as far as it can be', async () => {
    const { types, shown } = world as World;
    const all = wrongVariants(types, isComplete ? 12 : 1, shown);
    for (const [at, pack] of inPacks(isComplete ? all : all.filter((_, index) => index % 2 === 0)).entries()) {
      const file = fileOf(`Wrong kinds ${at + 1}`, pack);
      await importThroughDialog(page, jsonFile('wrong', file));
      await expect.poll(() => unfinishedWidgets(page, pack), { timeout: 60_000 }).toEqual([]);
      const failed = (await drawnWidgets(page)).flatMap(({ note }, index) =>
        /(Type|Range|Reference)Error/.test(note)
          ? [`${pack[index]?.type.alias}: ${note} ${JSON.stringify(pack[index]?.config)}`]
          : [],
      );
      expect(failed).toEqual([]);
      expect(await exportByButton(page)).toEqual(file);
    }
    pageErrors.length = 0;
  });
});

describe('a file that is no dashboard', () => {
  const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;
  const valid = (configuration: unknown) => JSON.stringify({ title: 'A', configuration });

  const FILES: readonly (readonly [content: string, message: RegExp])[] = [
    ['{"title": "A", ', /not a JSON file/],
    ['[]', /does not contain a dashboard/],
    ['{"ruleChain":{},"metadata":{}}', /exported rule chain/],
    ['{"descriptor":{}}', /exported widget/],
    ['{"configuration":{}}', /no title/],
    ['{"title":{"a":1},"configuration":{}}', /no title/],
    ['{"title":"A"}', /no configuration/],
    [valid({ states: 'many' }), /“states” part/],
    [valid({ widgets: 5 }), /“widgets” part/],
    [`{"title":"A","configuration":${deep('{"a":', '}')}}`, /more than 200 levels/],
    [valid({ notes: 'x'.repeat(17 * 1024 * 1024) }), /too large|larger/],
    [`{"title":"A","configuration":{"a":${deep('[', ']')}}}`, /more than 200 levels/],
    ['{"title":" ","configuration":{}}', /no title/],
  ];

  it('is named for what is wrong with it', async () => {
    const dialog = await chooseDashboard(page, jsonFile('wrong', ''));
    await dialog.getByRole('alert').waitFor();
    for (const [content, message] of FILES) {
      await dialog.locator('input[type=file]').setInputFiles(jsonFile('wrong', content));
      await dialog.getByRole('alert').getByText(message).waitFor();
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    // What only the server knows is said in the same place.
    const markup = { title: '<b>Plant</b>', configuration: {} };
    await dialog.locator('input[type=file]').setInputFiles(jsonFile('markup', markup));
    await dialog.getByText(/<b>Plant<\/b>/).waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /malformed|markup/i })
      .waitFor();
    pageErrors.length = 0;
  });
});

describe('a dashboard of unusual size or shape', { timeout: 120_000 }, () => {
  const card = (id: string, more: object = {}) => ({
    ...{ id, isSystemType: true, bundleAlias: 'cards', typeAlias: 'html_card', type: 'static' },
    ...{ sizeX: 4, sizeY: 2, row: 0, col: 0 },
    config: {
      title: `Card ${id}`,
      showTitle: true,
      settings: { cardHtml: `<b>content of ${id}</b>`, cardCss: '' },
      ...more,
    },
  });
  const state = (name: string, widgets: object, root = false) => ({
    name,
    root,
    layouts: { main: { widgets, gridSettings: {} } },
  });

  it('of 10 MB is imported', async () => {
    const file = {
      title: 'Large',
      name: 'Large',
      configuration: { notes: 'x'.repeat(10 * 1024 * 1024), widgets: { a: card('a') } },
    };
    await importThroughDialog(page, jsonFile('large', file));
    await page.getByText('content of a').waitFor();
  });

  it('with thousands of widgets draws those on the screen', async () => {
    const ids = Array.from({ length: 3000 }, (_, at) => `w${at}`);
    const places = ids.map((id, at) => [id, { sizeX: 4, sizeY: 2, col: (at % 6) * 4, row: Math.floor(at / 6) * 2 }]);
    const file = {
      ...{ title: 'Thousands', name: 'Thousands' },
      configuration: {
        widgets: Object.fromEntries(ids.map((id) => [id, card(id)])),
        states: { default: state('Thousands', Object.fromEntries(places), true) },
      },
    };
    await importThroughDialog(page, jsonFile('thousands', file));
    await page.getByText('content of w0', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('content of w2999', { exact: true }).count()).toBe(0);
    await page.locator('[data-dashboard-grid]').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    await page.getByText('content of w2999', { exact: true }).waitFor();
  });

  it('whose states lead to one another, and to none, can be walked', async () => {
    const to = (target: string) => ({
      headerButton: [
        { id: target, name: `To ${target}`, icon: 'home', type: 'openDashboardState', targetDashboardStateId: target },
      ],
    });
    const place = { sizeX: 8, sizeY: 4, row: 0, col: 0 };
    const file = {
      ...{ title: 'Circle', name: 'Circle' },
      configuration: {
        widgets: {
          a: card('a', { actions: to('second') }),
          b: card('b', { actions: to('first') }),
          c: card('c', { actions: to('gone') }),
        },
        states: {
          first: state('First', { a: place }, true),
          second: state('Second', { b: place, c: { ...place, col: 8 }, constructor: place, __proto__: place }),
        },
      },
    };
    await importThroughDialog(page, jsonFile('circle', file));
    for (let round = 0; round < 3; round++) {
      await page.getByText('content of a').waitFor();
      await page.getByRole('button', { name: 'To second' }).click();
      await page.getByText('content of b').waitFor();
      await page.getByRole('button', { name: 'To first' }).click();
    }
    await page.getByRole('button', { name: 'To second' }).click();
    await page.getByRole('button', { name: 'To gone' }).click();
    await page.getByRole('link', { name: 'Dashboards', exact: true }).first().waitFor();
  });

  it('has names that every object has, and is exported with them', async () => {
    const text = `{"title":"Names","name":"Names","configuration":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},
      "widgets":{"a":${JSON.stringify(card('a'))},"__proto__":${JSON.stringify(card('b'))}},
      "states":{"default":{"name":"Names","root":true,"layouts":{"main":{"widgets":{"a":{"sizeX":4,"sizeY":2,"row":0,"col":0},"toString":{"row":0}},"gridSettings":{}}}},"__proto__":{"name":"x"}}}}`;
    await importThroughDialog(page, jsonFile('names', text));
    await page.getByText('content of a').waitFor();
    await expect.poll(() => page.evaluate(() => 'polluted' in {})).toBe(false);
    const exported = (await exportByButton(page)) as { configuration: object };
    expect(Object.keys(exported.configuration).sort()).toEqual(['__proto__', 'constructor', 'states', 'widgets']);
    expect(exported).toEqual(JSON.parse(text));
  });
});
