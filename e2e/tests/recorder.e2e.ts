import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  accessibilityViolations,
  expectNoSidewaysScroll,
  holdRequests,
  openFromMenu,
  PHONE,
} from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import {
  createDashboard,
  createDevice,
  createUser,
  describeWidget,
  singleDevice,
  type TestDevice,
} from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

const CLASS = 'org.thingsboard.rule.engine.';

interface Recorded {
  messages: { place: string; preview: string }[];
}

const place = (x: number, y: number) => ({ layoutX: x, layoutY: y });

describe('the recorder', () => {
  setUpConsole();
  let device: TestDevice;
  let chainId: string;

  const post = (values: object) =>
    fetch(`${inject('server').http}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
  const placeOf = async (values: string) => {
    const found = () => api.get<Recorded>(`/api/recorder/messages?limit=50&originatorId=${device.id}`);
    await expect.poll(async () => (await found()).messages.some(({ preview }) => preview === values)).toBe(true);
    return (await found()).messages.find(({ preview }) => preview === values)?.place as string;
  };
  const card = (name: string) => page.locator('.react-flow__node', { hasText: name });
  const steps = () => page.getByRole('list', { name: 'Way of the message' });

  beforeAll(async () => {
    const stamp = Date.now();
    const chain = await api.post<{ id: { id: string; entityType: string } }>('/api/ruleChain', {
      name: `Watched ${stamp}`,
      type: 'CORE',
    });
    await api.post('/api/ruleChain/metadata', {
      ruleChainId: chain.id,
      firstNodeIndex: 0,
      nodes: [
        {
          type: `${CLASS}transform.TbTransformMsgNode`,
          name: 'in Fahrenheit',
          configuration: {
            jsScript: 'msg.f = msg.c * 1.8 + 32; return {msg: msg, metadata: metadata, msgType: msgType};',
          },
          additionalInfo: place(300, 160),
        },
        {
          type: `${CLASS}telemetry.TbMsgTimeseriesNode`,
          name: 'keep it',
          configuration: { defaultTTL: 0 },
          additionalInfo: place(560, 160),
        },
        {
          type: `${CLASS}action.TbCreateAlarmNode`,
          name: 'too hot',
          configuration: {
            alarmType: 'Hot room',
            severity: 'MAJOR',
            propagate: false,
            useMessageAlarmData: false,
            alarmDetailsBuildJs: 'return {};',
            relationTypes: [],
          },
          additionalInfo: place(820, 160),
        },
        {
          type: `${CLASS}action.TbLogNode`,
          name: 'never reached',
          configuration: { jsScript: 'return "";' },
          additionalInfo: place(560, 320),
        },
      ],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'Success' },
        { fromIndex: 0, toIndex: 3, type: 'Failure' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    chainId = chain.id.id;
    const profile = await api.post<{ id: object; name: string }>('/api/deviceProfile', {
      name: `Watched ${stamp}`,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      defaultRuleChainId: chain.id,
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
    });
    device = await createDevice(api, `Watched room ${stamp}`);
    const stored = await api.get<object>(`/api/device/${device.id}`);
    await api.post('/api/device', { ...stored, type: profile.name, deviceProfileId: profile.id });
    await post({ c: 20 });
    pageErrors.length = 0;
  });

  it('finds messages by who sent them, and keeps what was asked for in the address', async () => {
    await page.goto('/recorder');
    await page.getByRole('button', { name: 'Sender: any' }).click();
    await page.getByRole('menuitem', { name: 'Device', exact: true }).click();
    await page.getByRole('button', { name: 'From: any' }).click();
    await page.getByRole('combobox', { name: 'From' }).fill(device.name);
    await page.getByRole('option', { name: device.name }).click();
    await page.waitForURL(/originator=/);
    await page
      .getByRole('row', { name: /POST_TELEMETRY_REQUEST/ })
      .getByText('{"c":20}')
      .waitFor();
    await page.getByText('That is everything that is kept of this time.').waitFor();
    await page.getByRole('button', { name: 'Type: any' }).click();
    await page.getByRole('combobox', { name: 'Type' }).fill('entity_c');
    await page.getByRole('option', { name: 'ENTITY_CREATED' }).click();
    await page.waitForURL(/ENTITY_CREATED/);
    await expect.poll(() => page.getByRole('row', { name: /POST_TELEMETRY_REQUEST/ }).count()).toBe(0);
    await page.reload();
    await page.getByRole('row', { name: /ENTITY_CREATED/ }).waitFor();
    await page.getByRole('button', { name: 'Type: ENTITY_CREATED' }).click();
    await page.getByRole('combobox', { name: 'Type' }).fill('of my own');
    await page.getByRole('option', { name: 'of my own' }).click();
    await page.getByText('No messages in this window of time').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the conditions' }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('finds messages by what became of them, and by their id', async () => {
    const place = await placeOf('{"c":20}');
    const found = await api.get<{ messages: { place: string; id: string }[] }>(
      `/api/recorder/messages?limit=50&originatorId=${device.id}`,
    );
    const id = found.messages.find((message) => message.place === place)?.id as string;
    await page.goto(`/recorder?originatorType=DEVICE&originator=${device.id}&type=POST_TELEMETRY_REQUEST`);
    await page.getByRole('button', { name: 'Outcome: any' }).click();
    // The message about the alarm cannot be stored as telemetry.
    await page.getByRole('menuitem', { name: 'Failed at a node' }).click();
    const row = page.getByRole('row', { name: /POST_TELEMETRY_REQUEST/ });
    await row.getByText('Failed at “keep it”: 2 values stored, 1 change of an alarm').waitFor();
    await page.getByText(/each is run again through the rules of its time/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const [before, next] of [
      ['Failed at a node', 'Went through'],
      ['Went through', 'Set aside'],
    ]) {
      await page.getByRole('button', { name: `Outcome: ${before}` }).click();
      await page.getByRole('menuitem', { name: next as string }).click();
      await page.getByText('No messages in this window of time').waitFor();
    }
    await visit(page, '/recorder');
    const box = page.getByRole('searchbox', { name: 'Message id' });
    await box.fill('43e6');
    await page.getByText(/An id has 36 characters/).waitFor();
    await box.fill(id);
    await page.waitForURL(new RegExp(`message=${id}`));
    await expect.poll(() => row.count()).toBe(1);
    await row.getByText('{"c":20}').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows the way of a message, and what each node made of it', async () => {
    await page.goto(`/recorder?originatorType=DEVICE&originator=${device.id}`);
    await page
      .getByRole('link', { name: /POST_TELEMETRY_REQUEST/ })
      .first()
      .click();
    await page.waitForURL(/\/recorder\/[\d.]+$/);
    await expect.poll(() => steps().getByRole('listitem').count()).toBeGreaterThanOrEqual(3);
    await card('never reached').waitFor();
    const border = (name: string) =>
      card(name)
        .locator('.sb-card')
        .evaluate((node) => getComputedStyle(node).borderTopStyle);
    await expect.poll(() => border('never reached')).toBe('dashed');
    await expect.poll(() => border('keep it')).toBe('solid');
    // A node on the canvas opens its step.
    await card('in Fahrenheit').click();
    await steps().getByText('"f": 68').waitFor();
    // Nothing of the chain can be changed here.
    await card('in Fahrenheit').press('Delete');
    await card('in Fahrenheit').press('Backspace');
    await card('in Fahrenheit').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Make live' }).count()).toBe(0);
    await expect.poll(() => page.locator('.react-flow__node.draggable').count()).toBe(0);
    await steps()
      .getByRole('button', { name: /keep it/ })
      .first()
      .click();
    const did = steps().getByRole('list', { name: 'What it did' });
    await did.getByText('Stored telemetry').waitFor();
    await did.getByRole('link', { name: device.name }).waitFor();
    await steps()
      .getByRole('button', { name: /too hot/ })
      .first()
      .press('Enter');
    await steps().getByText('Raised the alarm').first().waitFor();
    const raised = steps().getByRole('link', { name: 'Hot room' }).first();
    await expect.poll(() => raised.getAttribute('href')).toMatch(/^\/alarms\/[0-9a-f-]{36}$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('is reached from a device', async () => {
    await page.goto(`/devices?search=${encodeURIComponent(device.name)}`);
    await page.getByRole('button', { name: `Actions for ${device.name}` }).click();
    await page.getByRole('menuitem', { name: 'Messages of the last day' }).click();
    await page
      .getByRole('row', { name: /POST_TELEMETRY_REQUEST/ })
      .getByText('{"c":20}')
      .waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('window')).toBe('86400000');
    // And what the last of them did, at once.
    await page.goBack();
    await page.getByRole('button', { name: `Actions for ${device.name}` }).click();
    await page.getByRole('menuitem', { name: 'What its last message did' }).click();
    await page.waitForURL(`/recorder/${await placeOf('{"c":20}')}`);
  });

  it('leads nobody away who has gone elsewhere while it was looked for', async () => {
    const goElsewhere = async (ask: () => Promise<void>) => {
      const release = await holdRequests(page, '**/api/recorder/**');
      const requested = page.waitForRequest('**/api/recorder/**');
      await ask();
      await requested;
      await openFromMenu(page, 'Alarms');
      await page.getByRole('table', { name: 'Alarms' }).waitFor();
      const answered = page.waitForResponse('**/api/recorder/**');
      await release();
      await answered;
      await expect(page.waitForURL('**/recorder/**', { timeout: 2000 })).rejects.toThrow(/Timeout/);
      await page.unrouteAll();
    };
    await page.goto(`/devices?search=${encodeURIComponent(device.name)}`);
    await goElsewhere(async () => {
      await page.getByRole('button', { name: `Actions for ${device.name}` }).click();
      await page.getByRole('menuitem', { name: 'What its last message did' }).click();
    });
    await page.goto(`/devices/${device.id}?tab=telemetry`);
    await goElsewhere(async () => {
      const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'History of f' }) });
      await row.hover();
      await row.getByRole('button', { name: 'Why? The value of f' }).click();
    });
  });

  it('says why a value is what it is, and why there is an alarm', async () => {
    await page.goto(`/devices/${device.id}?tab=telemetry`);
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'History of f' }) });
    await row.getByText('68').waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Why? The value of f' }).click();
    await page.waitForURL(`/recorder/${await placeOf('{"c":20}')}`);
    await steps()
      .getByRole('button', { name: /keep it/ })
      .first()
      .waitFor();
    // So it does of every value of the history, not of the latest one alone.
    await visit(page, `/devices/${device.id}?tab=telemetry`);
    await page.getByRole('button', { name: 'History of f' }).click();
    const history = page.getByRole('dialog', { name: 'History of f' });
    await history.getByRole('row').nth(1).getByText('68').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await history
      .getByRole('button', { name: /^Why. The value of f of/ })
      .first()
      .click();
    await page.waitForURL(/\/recorder\/[\d.]+$/);
    await steps()
      .getByRole('button', { name: /keep it/ })
      .first()
      .waitFor();
    // Not before the first message that is kept, which would be another answer.
    const ts = Date.now();
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
      ts,
      values: { 'by hand': 5 },
    });
    await visit(page, `/devices/${device.id}?tab=telemetry`);
    const byHand = page.getByRole('row', { name: /^by hand\b|by hand/ });
    await byHand.hover();
    await byHand.getByRole('button', { name: 'Why? The value of by hand' }).click();
    await page.getByText(/it was written through the API or by hand/).waitFor();
    await visit(page, `/devices/${device.id}?tab=alarms`);
    await page.getByRole('row', { name: /Hot room/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Why. The change of/ })
      .first()
      .click();
    await page.waitForURL(/\/recorder\/[\d.]+$/);
    await steps()
      .getByRole('button', { name: /too hot/ })
      .first()
      .waitFor();
  });

  describe('on a dashboard', () => {
    let dashboardId: string;
    beforeAll(async () => {
      const aliasId = crypto.randomUUID();
      const latest = (typeAlias: string, title: string) =>
        describeWidget({ bundleAlias: 'cards', typeAlias, type: 'latest' }, title, aliasId, [
          { name: 'f' },
          { name: 'c' },
        ]);
      const widgets = {
        table: latest('entities_table', 'All rooms'),
        card: latest('simple_card', 'Warmth'),
        chart: describeWidget(
          { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' },
          'The day',
          aliasId,
          [{ name: 'f' }],
        ),
      };
      dashboardId = await createDashboard(
        api,
        'Rooms',
        widgets,
        [{ id: aliasId, alias: 'Room', filter: singleDevice(device.id) }],
        {
          timewindow: {
            realtime: { timewindowMs: 3_600_000, interval: 10_000 },
            aggregation: { type: 'AVG', limit: 200 },
          },
        },
      );
    });
    const region = (name: string) => page.getByRole('region', { name }).first();
    const menu = () => page.getByRole('menu', { name: 'Why?' });

    it('says why a table, a card and a point of a chart show what they show', async () => {
      for (const title of ['All rooms', 'Warmth']) {
        await visit(page, `/dashboards/${dashboardId}`);
        await region(title).getByText('68').first().waitFor();
        await region(title)
          .getByRole('button', { name: `Why these values? ${title}` })
          .focus();
        await page.keyboard.press('Enter');
        await menu()
          .getByRole('menuitem', { name: /^f.*68/ })
          .waitFor();
        expect(await accessibilityViolations(page)).toEqual([]);
        await menu()
          .getByRole('menuitem', { name: /^f.*68/ })
          .click();
        await page.waitForURL(`/recorder/${await placeOf('{"c":20}')}`);
      }
      await visit(page, `/dashboards/${dashboardId}`);
      const chart = region('The day').getByRole('img', { name: 'Chart over time of f' });
      await chart.locator('canvas').first().waitFor();
      await chart.click({ button: 'right', position: { x: 150, y: 60 } });
      await menu()
        .getByRole('menuitem', { name: /^f.*68/ })
        .click();
      await page.waitForURL(`/recorder/${await placeOf('{"c":20}')}`);
      expect(pageErrors).toEqual([]);
    });

    it('fetches nothing for that before it is asked', async () => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url()));
      await page.goto(`/dashboards/${dashboardId}`);
      await region('Warmth').getByText('68').first().waitFor();
      expect(fetched.filter((url) => /why-menu|recorder/.test(url))).toEqual([]);
      await region('Warmth').getByRole('button', { name: 'Why these values? Warmth' }).click();
      await menu().waitFor();
      expect(fetched.filter((url) => /why-menu/.test(url))).not.toEqual([]);
    });

    it('is not offered to those who may not see messages', async () => {
      const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Guests ${Date.now()}` });
      await api.post(`/api/customer/${customer.id.id}/device/${device.id}`);
      await api.post(`/api/customer/${customer.id.id}/dashboard/${dashboardId}`);
      const email = `guest${Date.now()}@example.com`;
      await createUser(api, { email, authority: 'CUSTOMER_USER', customerId: customer.id }, 'a guest of ours');
      const guest = await openPage({ user: { email, password: 'a guest of ours' } });
      await guest.goto(`/dashboards/${dashboardId}`);
      const card = guest.getByRole('region', { name: 'Warmth' });
      await card.getByText('68').first().waitFor();
      await expect.poll(() => guest.getByRole('button', { name: /Why/ }).count()).toBe(0);
    });
  });

  it('tries a chain that is being edited on what came: what would it do otherwise?', async () => {
    await page.goto(`/ruleChains/${chainId}`);
    await card('too hot').waitFor();
    const toolbar = page.getByRole('toolbar');
    await toolbar.getByRole('button', { name: 'Try it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'From' }).fill(device.name);
    await page.getByRole('option', { name: device.name }).click();
    // Any time of the retention.
    await dialog.getByRole('button', { name: 'Earlier' }).click();
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText('No message of this time comes through this chain.').waitFor();
    await dialog.getByRole('button', { name: 'Later', exact: true }).click();
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText('It would have done the same as the chain in force.').waitFor();
    // There is nothing to make live.
    await expect.poll(() => dialog.getByRole('button', { name: 'Make live' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card('too hot').click();
    await page.keyboard.press('Delete');
    await card('too hot').waitFor({ state: 'detached' });
    await toolbar.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByRole('combobox', { name: 'From' }).fill(device.name);
    await page.getByRole('option', { name: device.name }).click();
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText(/it would have done something else/).waitFor();
    await dialog.getByRole('list', { name: 'Only as it is in force' }).first().getByText('Hot room').waitFor();
    const nodes = dialog.getByRole('table', { name: 'What messages did at each node' });
    await nodes
      .getByRole('row', { name: /in Fahrenheit/ })
      .getByText(/Success/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: /^Show its way: POST_TELEMETRY_REQUEST/ })
      .first()
      .click();
    await dialog.getByText('as it is being edited', { exact: true }).waitFor();
    await dialog
      .getByRole('list', { name: 'Way of the message' })
      .getByRole('button', { name: /keep it/ })
      .first()
      .click();
    await dialog.getByRole('list', { name: 'What it would do' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Back to the messages' }).click();
    await dialog.getByRole('button', { name: 'Make live' }).click();
    await page.getByText(/ is live$/).waitFor();
    const { nodes: live } = await api.get<{ nodes: object[] }>(`/api/ruleChain/${chainId}/metadata`);
    expect(live).toHaveLength(3);
    expect(pageErrors).toEqual([]);
  });

  it('says so when a message is not kept any more', async () => {
    await page.goto('/recorder/0.99999999.0');
    await page.getByText('The message cannot be shown').waitFor();
  });

  it('can be read on a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/recorder/${await placeOf('{"c":20}')}`);
    await phone
      .getByRole('list', { name: 'Way of the message' })
      .getByRole('button', { name: /keep it/ })
      .first()
      .click();
    await phone.getByText('Stored telemetry').waitFor();
    await expectNoSidewaysScroll(phone);
    // What a message came to has no column there.
    await phone.goto(`/recorder?originatorType=DEVICE&originator=${device.id}&type=POST_TELEMETRY_REQUEST`);
    await phone
      .getByRole('button', { name: /Details of POST_TELEMETRY_REQUEST/ })
      .last()
      .click();
    await phone
      .getByRole('region', { name: 'Outcome' })
      .getByText(/2 values stored/)
      .waitFor();
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});
