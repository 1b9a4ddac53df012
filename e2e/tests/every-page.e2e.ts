import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { CUSTOMER, signInByApi, TENANT } from '../harness/api.ts';
import { violationsOf, WCAG } from '../harness/axe.ts';
import { DESKTOP, PHONE } from '../harness/browser.ts';
import { api, openPage, pageErrors, setUpConsole } from '../harness/console.ts';
import { startDevelopmentServer } from '../harness/development-server.ts';
import { dialogScenes } from '../harness/dialog-scenes.ts';
import { createKeysDashboard, editorScenes } from '../harness/editor-scenes.ts';
import { createCardDashboard, createDevice, createFailingDevice, createProfileWithRules } from '../harness/objects.ts';
import { createRollout } from '../harness/rollouts.ts';
import { ACCOUNTS, type Examples, pageScenes, type Scene, type Viewer } from '../harness/scenes.ts';
import { visit } from '../harness/visit.ts';
import { WORK_SCENES } from '../harness/work-scenes.ts';

/**
 * Walks through every page. `npm run photographs` names a folder: then it walks in every look, opens the dialogs too,
 * photographs everything and checks that it is accessible; else it walks once, on a desktop.
 */
const FOLDER = process.env.SIGNALBOX_PHOTOGRAPHS;
/** What the names of the scenes contain that are photographed; all of them when it is empty. */
const ONLY = process.env.SIGNALBOX_PHOTOGRAPHS_OF ?? '';

interface Look {
  name: string;
  viewport: typeof DESKTOP;
  isDark?: boolean;
  language?: string;
}
const LOOKS: readonly Look[] = FOLDER
  ? [
      { name: 'light', viewport: DESKTOP },
      { name: 'dark', viewport: DESKTOP, isDark: true },
      { name: 'phone', viewport: PHONE },
      { name: 'right-to-left', viewport: DESKTOP, language: 'ar_XB' },
      { name: 'right-to-left phone', viewport: PHONE, language: 'ar_XB' },
    ]
  : [{ name: 'light', viewport: DESKTOP }];
const PATIENCE = { timeout: 40_000, interval: 50 };

/** A text of the help. */
const HELP = { help: 'pages', pages: 'devices' };

interface Identified {
  id: { id: string };
}

setUpConsole({ user: null });

let examples: Examples;
let publicAddress: string;
/** Only with a folder. */
let editor: readonly Scene[] = [];

beforeAll(async () => {
  const first = async (address: string) => (await api.get<{ data: Identified[] }>(address)).data[0]?.id.id as string;
  const named = (list: string, text: string) =>
    first(`/api/${list}?pageSize=1&page=0&textSearch=${encodeURIComponent(text)}`);
  const stamp = Date.now();
  const customers = await named('customers', 'Nordfisk');
  const device = await createDevice(api, `Photographed ${stamp}`);
  const asset = await api.post<Identified>('/api/asset', { name: `Photographed hall ${stamp}`, type: 'hall' });
  const view = await api.post<Identified>('/api/entityView', {
    name: `Photographed view ${stamp}`,
    type: 'view',
    entityId: { entityType: 'DEVICE', id: device.id },
    keys: { timeseries: ['temperature'], attributes: { cs: [], sh: [], ss: [] } },
  });
  const edge = await api.post<Identified>('/api/edge', {
    name: `Photographed edge ${stamp}`,
    type: 'default',
    label: 'Ferry',
    edgeLicenseKey: 'none',
    cloudEndpoint: 'https://console.example',
    routingKey: crypto.randomUUID(),
    secret: 'photographed-secret-',
  });
  await api.post(`/api/edge/${edge.id.id}/device/${device.id}`);
  const { messages } = await api.get<{ messages: { place: string }[] }>('/api/recorder/messages?limit=1');
  await api.post('/api/relation', {
    from: { entityType: 'ASSET', id: asset.id.id },
    to: { entityType: 'DEVICE', id: device.id },
    type: 'Contains',
    typeGroup: 'COMMON',
  });
  const alarm = await api.post<Identified>('/api/alarm', {
    type: 'High temperature',
    severity: 'CRITICAL',
    status: 'ACTIVE_UNACK',
    originator: { entityType: 'DEVICE', id: device.id },
    details: { temperature: 93.5, limit: 80 },
    propagate: true,
  });
  const failing = await createFailingDevice(api, `Photographed pump ${stamp}`);
  for (const level of [3, 4, 5]) await failing.send({ level });
  const setAsideMessages = await vi.waitFor(async () => {
    const type = 'POST_TELEMETRY_REQUEST';
    const id = await first(`/api/setAsideMessages?pageSize=1&page=0&originatorId=${failing.id}&type=${type}`);
    expect(id).toBeDefined();
    return id;
  }, PATIENCE);
  const dashboard = await createCardDashboard(api, `Photographed dashboard ${stamp}`, device, 'temperature');
  const report = await api.post<{ id: string }>(`/api/dashboard/${dashboard}/reports`, {
    name: `Photographed report ${stamp}`,
    ...{ format: 'PDF', paper: 'a4', orientation: 'landscape', view: '', recipients: ['crew@signalbox.local'] },
    schedule: { period: 'DAY', minute: 480, weekdays: [], monthDay: 1, timeZone: 'UTC' },
    isEnabled: false,
  });
  const { assignedCustomers } = await api.post<{ assignedCustomers: { customerId: { id: string } }[] }>(
    `/api/customer/public/dashboard/${dashboard}`,
  );
  publicAddress = `/dashboard/${dashboard}?publicId=${assignedCustomers[0]?.customerId.id}`;
  const ruleChains = await named('ruleChains', 'Root Rule Chain');
  const ofTenant = {
    alarms: alarm.id.id,
    setAsideMessages,
    customers,
    users: await first(`/api/customer/${customers}/users?pageSize=1&page=0`),
    assets: asset.id.id,
    devices: await named('tenant/devices', 'Greenhouse'),
    deviceProfiles: await createProfileWithRules(api, `Photographed rooms ${stamp}`),
    rollouts: await createRollout(api, `Photographed roll-out ${stamp}`),
    otaUpdates: (await api.post<Identified>('/api/otaPackage', photographedPackage(stamp))).id.id,
    entityViews: view.id.id,
    edgeInstances: edge.id.id,
    dashboards: await named('tenant/dashboards', 'Greenhouses'),
    dashboard,
    reports: report.id,
    ruleChains,
    details: ruleChains,
    recorder: messages[0]?.place as string,
    'widgets-bundles': await bundleOf(api),
    ...(await typesOf(api)),
  };
  if (FOLDER) editor = await makeEditorScenes(stamp, device.id);
  const server = inject('server').http;
  const own = await signInByApi(server, CUSTOMER.email, CUSTOMER.password);
  const mine = async (list: string) =>
    (await own.get<{ data: Identified[] }>(`/api/customer/${customers}/${list}?pageSize=1&page=0`)).data[0]?.id.id;
  const ofCustomer = Object.fromEntries(
    [
      ['devices', await mine('devices')],
      ['dashboards', await mine('dashboards')],
      ['dashboard', await mine('dashboards')],
    ].filter(([, id]) => id !== undefined),
  ) as Record<string, string>;
  const system = await signInByApi(server, ACCOUNTS.SYS_ADMIN.email, ACCOUNTS.SYS_ADMIN.password);
  // Others make some and delete them meanwhile.
  const administrator = await api.get<Identified & { tenantId: { id: string } }>('/api/auth/user');
  const tenants = administrator.tenantId.id;
  const { id: tenantProfiles } = (await system.get<Identified>('/api/tenantProfileInfo/default')).id;
  examples = {
    SYS_ADMIN: {
      ...HELP,
      tenants,
      tenantProfiles,
      'widgets-bundles': await bundleOf(system),
      ...(await typesOf(system)),
      users: administrator.id.id,
    },
    TENANT_ADMIN: { ...ofTenant, ...HELP },
    CUSTOMER_USER: { ...ofCustomer, ...HELP },
    nobody: {},
    visitor: {},
  };
});

/** Firmware whose file is elsewhere. */
const photographedPackage = (stamp: number) => ({
  ...{ type: 'FIRMWARE', title: `Photographed firmware ${stamp}`, version: '2.1.0', usesUrl: true },
  url: 'https://files.example/firmware-2.1.0.bin',
});

/** With a bundle that had a widget type. */
async function makeEditorScenes(stamp: number, deviceId: string): Promise<Scene[]> {
  const bundle = await api.post<Identified & { alias: string }>('/api/widgetsBundle', {
    title: `Photographed ${stamp}`,
  });
  const type = { bundleAlias: bundle.alias, name: 'Depth gauge', descriptor: { type: 'static' } };
  const { id } = await api.post<Identified>('/api/widgetType', type);
  await api.delete(`/api/widgetType/${id.id}`);
  return editorScenes(await createKeysDashboard(api, `Photographed keys ${stamp}`, deviceId), bundle.id.id);
}

/** A bundle of the system. */
async function bundleOf(viewer: typeof api): Promise<string> {
  const { data } = await viewer.get<{ data: Identified[] }>('/api/widgetsBundles?pageSize=1&page=0&textSearch=Charts');
  return data[0]?.id.id as string;
}

/** A widget type of the system, the kind of a new one, and a file that the viewer has uploaded. */
async function typesOf(viewer: typeof api): Promise<Record<string, string>> {
  const type = await viewer.get<Identified>('/api/widgetType?isSystem=true&bundleAlias=charts&alias=basic_timeseries');
  const fileName = `photographed-${Date.now()}.jks`;
  const resource = await viewer.post<Identified>('/api/resource', {
    ...{ title: 'Photographed keys', resourceType: 'JKS', fileName, data: 'AAAA' },
  });
  return { widgetTypes: type.id.id, add: 'latest', 'resources-library': resource.id.id };
}

/** Requests of a page that are not answered yet. */
const underWay = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until a page is drawn: its parts and answers are there, its font too, and for a moment nothing has been loading.
 * Skeletons come late, so that without the requests a page that waits would look like an empty one.
 */
async function settled(page: Page, hasProgress = false): Promise<void> {
  // It may have been so before something was opened.
  await page.evaluate(() => {
    (window as { calmSince?: number | undefined }).calmSince = undefined;
  });
  do {
    await vi.waitUntil(() => underWay.get(page)?.size === 0, { timeout: 15_000, interval: 20 });
    await calm(page, hasProgress);
  } while (underWay.get(page)?.size !== 0);
}

/**
 * Waits until nothing of a page shows that it is loading, for a moment: longer than React waits with what has come when it
 * has shown a placeholder, 300 ms.
 */
const calm = (page: Page, hasProgress: boolean) =>
  page.waitForFunction(
    (waited) => {
      const calm = window as { calmSince?: number | undefined };
      // What is further up or down a dashboard is drawn when it comes into view.
      const isSeen = (one: Element) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < window.innerHeight && bottom > 0;
      };
      // What opens is not there yet; what shows progress moves without an end.
      const isMoving = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      const isCalm =
        !isMoving &&
        document.querySelector('#root')?.hasChildNodes() &&
        ![...document.querySelectorAll(waited)].some(isSeen) &&
        document.fonts.status === 'loaded';
      calm.calmSince = isCalm ? (calm.calmSince ?? performance.now()) : undefined;
      return calm.calmSince !== undefined && performance.now() - calm.calmSince > 400;
    },
    hasProgress ? '.MuiSkeleton-root' : '.MuiSkeleton-root, [role="progressbar"]',
    { timeout: 15_000, polling: 50 },
  );

/** What the page shows beyond its width, px. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Labels and tabs that are not in the brackets of the pseudo-language. */
const untranslated = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('label, [role="tab"], legend')]
      // A type of widget brings the words of its settings with it.
      .filter((one) => !one.closest('[data-schema-form]'))
      .map((one) => (one.textContent ?? '').trim())
      .filter((text) => /[A-Za-z]{2}/.test(text) && !text.includes('⟦')),
  );

const isOutside = (viewer: Viewer): viewer is 'nobody' | 'visitor' => viewer === 'nobody' || viewer === 'visitor';

/** Opens a scene, and lists what is wrong with it. */
async function problemsOf(page: Page, scene: Scene, look: Look, warnings: string[]): Promise<string[]> {
  const problems: string[] = [];
  pageErrors.length = 0;
  warnings.length = 0;
  try {
    // Each page is loaded for its photograph; else the console is loaded once for each who is signed in.
    await (FOLDER || look.language || isOutside(scene.viewer) ? page.goto(scene.address) : visit(page, scene.address));
    await settled(page, scene.hasProgress && !scene.open);
    // What is on an edge opens where it is at home.
    const [requested, shown] = [new URL(scene.address, page.url()).pathname, new URL(page.url()).pathname];
    const isSame = requested.startsWith('/edgeInstances/')
      ? path.basename(requested) === path.basename(shown)
      : requested === shown;
    if (!isSame) problems.push(`${scene.address} leads to ${page.url()}`);
    if (scene.open) {
      await scene.open(page);
      await settled(page, scene.hasProgress);
    }
  } catch (error) {
    problems.push(String(error).split('\n').slice(0, 3).join(' '));
  }
  // Settings that were never saved are answered with 404, which the browser writes down.
  const isUnset = (text: string) => scene.address.startsWith('/settings/') && text.includes('status of 404');
  problems.push(...pageErrors.filter((text) => !isUnset(text)), ...warnings);
  const beyond = await overflow(page);
  if (beyond > 0) problems.push(`is ${beyond} px too wide`);
  if (look.language) problems.push(...(await untranslated(page)).map((text) => `says “${text}” in no language`));
  if (FOLDER) {
    await page.screenshot({ path: path.join(FOLDER, look.name, `${scene.name}.png`) });
    const violations = await violationsOf(page, look.isDark ? { type: 'rule', values: ['color-contrast'] } : WCAG);
    problems.push(
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`),
    );
  }
  return problems.map((problem) => `${scene.name}: ${problem}`);
}

/** Opens a page as `viewer` sees it, in a look. */
async function pageIn(look: Look, viewer: Viewer, warnings: string[]): Promise<Page> {
  const user = isOutside(viewer) ? null : ACCOUNTS[viewer];
  const opened = await openPage({
    user,
    viewport: look.viewport,
    prepare: async (fresh) => {
      watchRequests(fresh);
      fresh.on('console', (message) => {
        if (message.text().startsWith('Missing translation')) warnings.push(message.text());
      });
      if (look.isDark) await fresh.emulateMedia({ colorScheme: 'dark' });
    },
  });
  const { language } = look;
  if (language) {
    await opened.addInitScript(
      (settings) => {
        // Frames of widgets have no storage.
        if (window.top === window) localStorage.setItem('TB-SETTINGS', settings);
      },
      JSON.stringify({ userLang: language }),
    );
  }
  return opened;
}

/** Walks through scenes, and lists what is wrong. */
async function walk(look: Look, viewer: Viewer, scenes: readonly Scene[]): Promise<string[]> {
  if (FOLDER) await mkdir(path.join(FOLDER, look.name), { recursive: true });
  const warnings: string[] = [];
  const shown = await pageIn(look, viewer, warnings);
  const problems: string[] = [];
  for (const scene of scenes) problems.push(...(await problemsOf(shown, scene, look, warnings)));
  return problems;
}

describe.each(LOOKS)('every page, $name,', (look) => {
  it('is among those that are walked through', async () => {
    expect((await pageScenes(examples)).without).toEqual([]);
  });

  it.each(['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER', 'nobody', 'visitor'] as const)(
    'is right for %s: no errors, texts in its language, within its width',
    { timeout: 900_000 },
    async (viewer) => {
      const { scenes } = await pageScenes(examples);
      const all = [
        ...scenes,
        ...(FOLDER ? [...dialogScenes(examples), ...WORK_SCENES, ...editor] : []),
        { name: 'visitor dashboard', viewer: 'visitor' as const, address: publicAddress },
        {
          name: 'visitor embedded dashboard',
          viewer: 'visitor' as const,
          address: `${publicAddress}&embedded=true&hideToolbar=true`,
        },
      ]
        .filter((scene) => scene.viewer === viewer && !(scene.isWide && look.viewport === PHONE))
        .filter(({ name }) => name.includes(ONLY));
      if (ONLY === '') expect(all.length).toBeGreaterThan(0);
      // As one text, since reports leave out most of a long list.
      expect((await walk(look, viewer, all)).join('\n')).toBe('');
    },
  );
});

/** Only with a folder. */
function photographGallery(folder: string): void {
  it.each(LOOKS)('the gallery is right, $name', { timeout: 300_000 }, async (look) => {
    const development = await startDevelopmentServer();
    try {
      const scene: Scene = { name: 'gallery', viewer: 'TENANT_ADMIN', address: `${development.http}/gallery` };
      const warnings: string[] = [];
      const shown = await pageIn(look, 'nobody', warnings);
      await shown.goto(`${development.http}/login`);
      await shown.getByLabel(/mail/i).fill(TENANT.email);
      await shown.locator('input[type=password]').fill(TENANT.password);
      await shown.keyboard.press('Enter');
      await shown.waitForURL((url) => !url.pathname.startsWith('/login'));
      await shown.goto(scene.address);
      await shown.getByRole('heading', { name: 'Gallery' }).waitFor({ timeout: 120_000 });
      await mkdir(path.join(folder, look.name), { recursive: true });
      await shown.screenshot({ path: path.join(folder, look.name, 'gallery.png'), fullPage: true });
      expect(await overflow(shown)).toBeLessThanOrEqual(0);
    } finally {
      await development.stop();
    }
  });
}
if (FOLDER && 'gallery'.includes(ONLY)) photographGallery(FOLDER);
