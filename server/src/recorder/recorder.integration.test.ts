import type { Alarm } from '@signalbox/contract/alarm';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { PageData } from '@signalbox/contract/page';
import type {
  ChainTryReply,
  EnteredMessages,
  RecordedCause,
  RecordedMessages,
  Trace,
  TraceEffect,
} from '@signalbox/contract/recorder';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const CLASS = 'org.thingsboard.rule.engine.';
let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let chain: RuleChain;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'recorder');
  other = await createTestTenant(platform, 'recorder-other');
  chain = await acme.admin.post<RuleChain>('/api/ruleChain', { name: 'Traced' });
  await acme.admin.post(`/api/ruleChain/${chain.id.id}/root`);
});
afterAll(() => platform?.stop());

const FILTER = (limit: number) => ({
  type: `${CLASS}filter.TbJsFilterNode`,
  name: 'hot?',
  configuration: { jsScript: `return msg.temperature > ${limit};` },
});
const SAVE = { type: `${CLASS}telemetry.TbMsgTimeseriesNode`, name: 'save', configuration: { defaultTTL: 0 } };
const ALARM = {
  type: `${CLASS}action.TbCreateAlarmNode`,
  name: 'raise',
  configuration: {
    alarmType: 'Hot',
    severity: 'MAJOR',
    propagate: false,
    useMessageAlarmData: false,
    alarmDetailsBuildJs: 'return { t: msg.temperature };',
    relationTypes: [],
  },
};
const DELAY = {
  type: `${CLASS}delay.TbMsgDelayNode`,
  name: 'wait',
  configuration: {
    periodInSeconds: 1,
    maxPendingMsgs: 10,
    periodInSecondsPattern: '',
    useMetadataPeriodInSecondsPatterns: false,
  },
};

const contentWith = (limit: number, ...more: object[]) => ({
  ruleChainId: chain.id,
  firstNodeIndex: 0,
  nodes: [FILTER(limit), SAVE, ALARM, ...more],
  connections: [
    { fromIndex: 0, toIndex: 1, type: 'True' },
    { fromIndex: 0, toIndex: 1, type: 'False' },
    { fromIndex: 0, toIndex: 2, type: 'True' },
  ],
});

async function save(content: object): Promise<RuleChainMetadata> {
  return acme.admin.post<RuleChainMetadata>('/api/ruleChain/metadata', content);
}

async function newDevice(
  name: string,
  profile?: DeviceProfile,
): Promise<{ device: Device; post(body: object): Promise<void> }> {
  const kind = profile ? { deviceProfileId: profile.id } : { type: 'default' };
  const device = await acme.admin.post<Device>('/api/device', { name, ...kind });
  const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return {
    device,
    async post(body) {
      await platform.as('').post(`/api/v1/${credentialsId}/telemetry`, body);
    },
  };
}

const find = (query: string) => acme.admin.get<RecordedMessages>(`/api/recorder/messages?limit=100&${query}`);
const telemetryOf = async ({ id }: Device) =>
  (await find(`originatorId=${id.id}&type=POST_TELEMETRY_REQUEST`)).messages;
const traceOf = (place: string) => acme.admin.get<Trace>(`/api/recorder/trace/${place}`);
const kinds = (effects: readonly TraceEffect[]): string[] => effects.map(({ kind }) => kind);

describe('the recorder', () => {
  it('finds what a device has sent, the newest first', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Finder');
    await post({ temperature: 20 });
    await post({ temperature: 40 });
    const found = await telemetryOf(device);
    expect(found.map(({ preview }) => preview)).toEqual(['{"temperature":40}', '{"temperature":20}']);
    const all = await find(`originatorId=${device.id.id}`);
    expect(all).toMatchObject({ isComplete: true });
    expect(all.messages.map(({ type }) => type)).toContain('ENTITY_CREATED');
    const [{ id, createdTime } = { id: '', createdTime: 0 }] = found;
    expect((await find(`messageId=${id}`)).messages).toEqual([found[0]]);
    expect(
      (await find(`originatorId=${device.id.id}&startTs=${createdTime}&endTs=${createdTime + 1}`)).messages,
    ).toContainEqual(found[0]);
  });

  it('traces the way of a message: what each node got, sent and did', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Traced');
    await post({ temperature: 41 });
    const [message] = await telemetryOf(device);
    const trace = await traceOf(message?.place ?? '');
    expect(trace.steps.map(({ nodeName, from, relation }) => [nodeName, from, relation])).toEqual([
      ['hot?', null, ''],
      ['save', 0, 'True'],
      ['raise', 0, 'True'],
      // The message about the new alarm.
      ['hot?', 2, ''],
      ['save', 3, 'False'],
    ]);
    expect(trace.contents[trace.steps[0]?.content ?? -1]?.data).toBe('{"temperature":41}');
    expect(trace.steps[1]?.effects).toMatchObject([
      { kind: 'TELEMETRY', entityId: device.id, points: [{ values: { temperature: '41' } }] },
    ]);
    expect(trace.steps[2]?.effects).toMatchObject([
      { kind: 'ALARM', type: 'Hot', severity: 'MAJOR' },
      { kind: 'MESSAGE' },
    ]);
    expect(trace.steps[2]?.outputs.map(({ relation }) => relation)).toHaveLength(1);
    expect(trace.chains).toEqual([{ id: chain.id.id, name: 'Traced', version: expect.any(Number) }]);
    expect(trace.isCut).toBe(false);
  });

  it('says what messages did to alarms then, however these are now', async () => {
    const clear = {
      type: `${CLASS}action.TbClearAlarmNode`,
      name: 'clear',
      configuration: { alarmType: 'Hot', alarmDetailsBuildJs: 'return {};' },
    };
    const isCold = { ...FILTER(0), name: 'cold?', configuration: { jsScript: 'return msg.temperature < 20;' } };
    await save({
      ...contentWith(30, isCold, clear),
      connections: [
        { fromIndex: 0, toIndex: 2, type: 'True' },
        { fromIndex: 0, toIndex: 3, type: 'False' },
        { fromIndex: 3, toIndex: 4, type: 'True' },
      ],
    });
    const { device, post } = await newDevice('Cleared');
    const alarms = async () =>
      (await acme.admin.get<PageData<Alarm>>(`/api/alarm/DEVICE/${device.id.id}?pageSize=10&page=0`)).data;
    const states = async () => (await alarms()).map(({ status, details }) => [status, details]);
    await post({ temperature: 51 });
    await expect.poll(states).toEqual([['ACTIVE_UNACK', { t: 51 }]]);
    await post({ temperature: 52 });
    await expect.poll(states).toEqual([['ACTIVE_UNACK', { t: 52 }]]);
    await post({ temperature: 10 });
    await expect.poll(async () => (await alarms())[0]?.status).toBe('CLEARED_UNACK');
    await post({ temperature: 53 });
    await expect.poll(async () => (await alarms()).length).toBe(2);
    const [second, first] = (await alarms()).map(({ id }) => id.id);
    const did = [];
    for (const { place } of (await telemetryOf(device)).reverse()) {
      const effects = (await traceOf(place)).steps.flatMap((step) => step.effects);
      did.push(effects.flatMap((effect) => (effect.kind === 'ALARM' ? [[effect.change, effect.alarmId?.id]] : [])));
    }
    expect(did).toEqual([[['CREATED', first]], [['UPDATED', first]], [['CLEARED', first]], [['CREATED', second]]]);
  });

  it('says which entities a message has created, though they are there since', async () => {
    const assign = {
      type: `${CLASS}action.TbAssignToCustomerNode`,
      name: 'rent',
      configuration: {
        ...{ customerNamePattern: 'Tenant of the traced room', createCustomerIfNotExists: true },
        customerCacheExpiration: 300,
      },
    };
    await save({ ...contentWith(30), nodes: [assign], connections: [] });
    const { device, post } = await newDevice('Rented');
    await post({ temperature: 12 });
    const customerOf = async () => (await acme.admin.get<Device>(`/api/device/${device.id.id}`)).customerId?.id;
    const nobody = device.customerId?.id;
    await expect.poll(customerOf).not.toBe(nobody);
    const customer = await customerOf();
    // Any message that went through the chain may have been the first: that the device came to be, or the chain itself.
    const places = (await find('')).messages.map(({ place }) => place);
    const created: TraceEffect[] = [];
    for (const place of places) {
      const { steps } = await traceOf(place);
      created.push(...steps.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'ENTITY')));
    }
    expect(created).toContainEqual({
      ...{ kind: 'ENTITY', entityType: 'CUSTOMER', name: 'Tenant of the traced room' },
      entityId: { entityType: 'CUSTOMER', id: customer },
    });
  });

  it('does nothing itself', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Untouched');
    await post({ temperature: 42 });
    const alarms = () => acme.admin.get<PageData<Alarm>>(`/api/alarm/DEVICE/${device.id.id}?pageSize=10&page=0`);
    await expect.poll(async () => (await alarms()).totalElements).toBe(1);
    const before = await alarms();
    const [message] = await telemetryOf(device);
    for (let i = 0; i < 3; i++) await traceOf(message?.place ?? '');
    expect(await alarms()).toEqual(before);
    expect(
      (await find(`originatorId=${device.id.id}`)).messages.filter(({ type }) => type === 'POST_TELEMETRY_REQUEST'),
    ).toHaveLength(1);
  });

  it('shows the chain as it was when the message came', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Former');
    await post({ temperature: 35 });
    const [message] = await telemetryOf(device);
    await save(contentWith(50));
    const { steps } = await traceOf(message?.place ?? '');
    expect(steps.slice(0, 3).map(({ nodeName }) => nodeName)).toEqual(['hot?', 'save', 'raise']);
  });

  it('follows a message that had to wait', async () => {
    const content = contentWith(30, DELAY);
    await save({
      ...content,
      connections: [
        { fromIndex: 0, toIndex: 3, type: 'True' },
        { fromIndex: 3, toIndex: 1, type: 'Success' },
      ],
    });
    const { device, post } = await newDevice('Patient');
    await post({ temperature: 60 });
    const latest = () =>
      acme.admin.get<Record<string, unknown>>(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=temperature`,
      );
    await expect.poll(async () => JSON.stringify(await latest()), { timeout: 10_000 }).toContain('"60"');
    const [message] = (await telemetryOf(device)).filter(({ continuesAt }) => continuesAt === null);
    const { steps } = await traceOf(message?.place ?? '');
    expect(steps.map(({ nodeName, from }) => [nodeName, from])).toEqual([
      ['hot?', null],
      ['wait', 0],
      ['save', 1],
    ]);
    expect(steps[1]).toMatchObject({ continued: 'LATER', effects: [{ kind: 'WAIT', for: 'DELAY' }] });
    expect(steps[1]?.continuedTime).toBeGreaterThan(message?.createdTime ?? 0);
    expect(steps[1]?.outputs.map(({ relation }) => relation)).toEqual(['Success']);
  });

  it('names the node that failed', async () => {
    await save({
      ...contentWith(30),
      connections: [],
      nodes: [{ ...FILTER(0), configuration: { jsScript: 'throw new Error("broken");' } }],
    });
    const { device, post } = await newDevice('Failing');
    await post({ temperature: 1 });
    const [message] = await telemetryOf(device);
    const { steps } = await traceOf(message?.place ?? '');
    expect(steps[0]?.failure).toMatch(/broken/);
    expect(steps[0]?.outputs).toMatchObject([{ relation: 'Failure' }]);
  });

  it('tries a draft on what has come: how many took each way, and what would be different', async () => {
    const current = await save(contentWith(30));
    const { device, post } = await newDevice('Tried');
    for (const temperature of [10, 35, 45, 55]) await post({ temperature });
    const draft = {
      ...current,
      nodes: current.nodes.map((node, at) => (at === 0 ? { ...node, ...FILTER(50) } : node)),
    };
    const input = {
      ruleChainId: chain.id,
      metadata: draft,
      originator: device.id,
      startTs: 0,
      endTs: Date.now() + 1_000,
      limit: 100,
    };
    const tried = await acme.admin.post<ChainTryReply>('/api/recorder/try', input);
    const telemetry = tried.samples.filter(({ message }) => message.type === 'POST_TELEMETRY_REQUEST');
    expect(
      telemetry.map(({ message, draft: more, inForce }) => [message.preview, kinds(more), kinds(inForce)]),
    ).toEqual([
      // Raised by this one, and not by an earlier one that it would only update.
      ['{"temperature":55}', ['ALARM'], ['ALARM']],
      ['{"temperature":45}', [], ['ALARM']],
      ['{"temperature":35}', [], ['ALARM']],
    ]);
    const [filter, store] = tried.nodes;
    expect(filter?.relations.True).toBe(1);
    expect(filter?.relations.False).toBeGreaterThanOrEqual(3);
    expect(store?.entered).toBe(filter?.entered);
    const place = telemetry[1]?.message.place;
    const trace = await acme.admin.post<Trace>(`/api/recorder/try/${place}`, {
      ruleChainId: chain.id,
      metadata: draft,
    });
    expect(trace.steps.map(({ nodeName }) => nodeName)).toEqual(['hot?', 'save']);
  });

  it('says what a draft would send otherwise: to whom, and with what', async () => {
    const calling = (address: string, message = '') => ({
      type: `${CLASS}rest.TbRestApiCallNode`,
      name: 'tell',
      configuration: { restEndpointUrlPattern: address, requestMethod: message ? 'POST' : 'GET', headers: {} },
    });
    const contentTo = (address: string, more = '') => ({
      ...contentWith(1_000),
      nodes: [FILTER(1_000), SAVE, calling(address, more)],
      connections: [{ fromIndex: 0, toIndex: 2, type: 'False' }],
    });
    await save(contentWith(1_000));
    const { device, post } = await newDevice('Sender');
    await post({ temperature: 12 });
    const current = await save(contentTo('https://one.invalid/rooms'));
    const input = { originator: device.id, startTs: 0, endTs: Date.now() + 1_000, limit: 100, ruleChainId: chain.id };
    const draft = {
      ...current,
      nodes: current.nodes.map((node, at) =>
        at < 2 ? node : { ...node, ...calling('https://two.invalid/rooms', 'yes') },
      ),
    };
    const tried = await acme.admin.post<ChainTryReply>('/api/recorder/try', { ...input, metadata: draft });
    const sample = tried.samples.find(({ message }) => message.type === 'POST_TELEMETRY_REQUEST');
    const sentOf = (effects: readonly TraceEffect[] = []) =>
      effects.map((effect) => effect.kind === 'WAIT' && effect.sent);
    expect(sentOf(sample?.draft)).toEqual([
      { to: 'POST https://two.invalid/rooms', details: {}, text: '{"temperature":12}', size: 18 },
    ]);
    expect(sentOf(sample?.inForce)).toEqual([{ to: 'GET https://one.invalid/rooms', details: {}, text: '', size: 0 }]);
    const same = await acme.admin.post<ChainTryReply>('/api/recorder/try', { ...input, metadata: current });
    expect(same).toMatchObject({ different: 0 });
  });

  it('has messages as they entered the nodes of a chain, without debug mode', async () => {
    const stored = await save(contentWith(30));
    const { device, post } = await newDevice('Entering');
    await post({ temperature: 12 });
    await post({ temperature: 43 });
    const at = (node: number) => stored.nodes[node]?.id?.id ?? '';
    const address = `/api/recorder/ruleChain/${chain.id.id}/messages?limit=50`;
    const entered = async (more = '') => {
      const { messages } = await acme.admin.get<EnteredMessages>(address + more);
      return messages.filter(({ originatorName }) => originatorName === device.name);
    };
    await expect
      .poll(async () => (await entered(`&ruleNodeId=${at(2)}`)).map(({ data }) => data))
      .toEqual(['{"temperature":43}']);
    const [raised] = await entered(`&ruleNodeId=${at(2)}`);
    expect(raised).toMatchObject({
      nodeName: 'raise',
      type: 'POST_TELEMETRY_REQUEST',
      metadata: { deviceName: 'Entering' },
    });
    const sent = async () => (await entered()).filter(({ type }) => type === 'POST_TELEMETRY_REQUEST');
    await expect
      .poll(async () => (await sent()).map(({ nodeName, data }) => [nodeName, data]))
      .toEqual([
        ['hot?', '{"temperature":43}'],
        ['save', '{"temperature":43}'],
        ['raise', '{"temperature":43}'],
        ['hot?', '{"temperature":12}'],
        ['save', '{"temperature":12}'],
      ]);
    // The next search goes on where the one before has ended.
    const places = new Set<string>();
    let endTs = Date.now() + 60_000;
    for (let isComplete = false; !isComplete && places.size < 2; ) {
      const part = await acme.admin.get<EnteredMessages>(
        `/api/recorder/ruleChain/${chain.id.id}/messages?limit=1&ruleNodeId=${at(1)}&endTs=${endTs}`,
      );
      for (const { place } of part.messages) places.add(place);
      expect(part.reached).toBeLessThan(endTs);
      ({ reached: endTs, isComplete } = part);
    }
    expect(places.size).toBeGreaterThanOrEqual(2);
    expect((await acme.admin.call('GET', `${address}1`)).status).toBe(400);
    expect((await other.admin.call('GET', address)).status).toBe(404);
  });

  it('finds no differences when nothing is different', async () => {
    const current = await save(contentWith(30));
    const input = { ruleChainId: chain.id, metadata: current, startTs: 0, endTs: Date.now() + 1_000, limit: 1_000 };
    const tried = await acme.admin.post<ChainTryReply>('/api/recorder/try', input);
    expect(tried.tried).toBeGreaterThan(10);
    expect(tried).toMatchObject({ different: 0, samples: [], isComplete: true });
  });

  it('says which message a value and an alarm came of', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Caused');
    for (const temperature of [20, 50, 21]) await post({ temperature });
    const [last, hot] = await telemetryOf(device);
    const series = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=temperature`;
    const latest = () => acme.admin.get<{ temperature: { ts: number; value: string }[] }>(series);
    await expect.poll(async () => (await latest()).temperature[0]?.value).toBe('21');
    const { ts } = (await latest()).temperature[0] ?? { ts: 0 };
    const value = `/api/recorder/cause/telemetry/DEVICE/${device.id.id}?key=temperature&ts=${ts}`;
    expect(await acme.admin.get(value)).toEqual({ message: last, isCertain: true, missing: null });
    const { data } = await acme.admin.get<PageData<Alarm>>(`/api/alarm/DEVICE/${device.id.id}?pageSize=10&page=0`);
    const [alarm] = data;
    const changed = `/api/recorder/cause/alarm/${alarm?.id.id}?ts=${alarm?.createdTime}`;
    expect(await acme.admin.get(changed)).toEqual({ message: hot, isCertain: true, missing: null });
    for (const url of [value, changed]) expect((await other.admin.call('GET', url)).status).toBe(404);
    expect(await acme.admin.get(value.replace(String(ts), '1000'))).toEqual({
      message: null,
      isCertain: false,
      missing: 'OLDER',
    });
  });

  it('says it of every value of the retention, also of those that came long after their time', async () => {
    await save(contentWith(1_000));
    const { device, post } = await newDevice('Buffering');
    for (let temperature = 0; temperature < 40; temperature++) await post({ temperature });
    const measured = Date.now() - 7 * 3_600_000;
    await post({ ts: measured, values: { temperature: 77 } });
    await post({ temperature: 40 });
    const url = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    await acme.admin.post(`${url}?scope=ANY`, { byHand: 1 });
    const series = (keys: string) =>
      acme.admin.get<Record<string, { ts: number; value: string }[]>>(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=${keys}&startTs=0&endTs=99999999999999&limit=100`,
      );
    const stored = async () => (await series('temperature')).temperature ?? [];
    await expect.poll(async () => (await stored()).some(({ value }) => value === '40')).toBe(true);
    const values = await stored();
    const why = (key: string, ts: number) =>
      acme.admin.get<RecordedCause>(`/api/recorder/cause/telemetry/DEVICE/${device.id.id}?key=${key}&ts=${ts}`);
    // The newest, the oldest and some between; of two that came in one millisecond the last one is the value.
    for (const { ts, value } of values.filter((_, at) => at % 10 === 0 || at === values.length - 1)) {
      const { message, isCertain } = await why('temperature', ts);
      expect([value, message?.preview, isCertain]).toEqual([value, `{"temperature":${value}}`, true]);
    }
    const [byHand] = (await series('byHand')).byHand ?? [];
    expect(await why('byHand', byHand?.ts ?? 0)).toEqual({
      message: null,
      isCertain: false,
      missing: 'WITHOUT_MESSAGE',
    });
  });

  it('finds messages by what became of them', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Outcomes');
    const broken = {
      ...FILTER(30),
      configuration: { jsScript: "if (msg.bad) throw new Error('bad'); return false;" },
    };
    await save({
      ...contentWith(30, DELAY),
      nodes: [broken, SAVE, ALARM, { ...DELAY, configuration: { ...DELAY.configuration, periodInSeconds: 3_600 } }],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'False' },
        { fromIndex: 1, toIndex: 3, type: 'Failure' },
      ],
    });
    await post({ good: 1 });
    await post({ bad: 1 });
    const byOutcome = async (outcome: string) =>
      (await find(`originatorId=${device.id.id}&type=POST_TELEMETRY_REQUEST&outcome=${outcome}`)).messages.map(
        (one) => [one.preview, one.outcome],
      );
    await expect.poll(() => byOutcome('SET_ASIDE')).toEqual([['{"bad":1}', 'SET_ASIDE']]);
    expect(await byOutcome('SUCCESS')).toEqual([['{"good":1}', 'SUCCESS']]);
    expect(await byOutcome('FAILURE')).toEqual([]);
    expect((await telemetryOf(device)).map(({ outcome }) => outcome)).toEqual(['SET_ASIDE', null]);
    // Nothing of what is not telemetry can be stored: it waits behind the failure.
    const id = device.id.id;
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, { a: 1 });
    const waiting = async () => (await find(`originatorId=${id}&outcome=WAITING`)).messages.map(({ type }) => type);
    await expect.poll(waiting).toContain('ATTRIBUTES_UPDATED');
    const [aside] = (
      await acme.admin.get<PageData<SetAsideMessageInfo>>(`/api/setAsideMessages?pageSize=10&page=0&originatorId=${id}`)
    ).data;
    // Dropped, it has failed at a node and nothing more is known of it.
    await acme.admin.delete(`/api/setAsideMessage/${aside?.id.id}`);
    expect(await byOutcome('SET_ASIDE')).toEqual([]);
    expect(await byOutcome('FAILURE')).toEqual([['{"bad":1}', 'FAILURE']]);
    expect((await acme.admin.call('GET', '/api/recorder/messages?limit=1&outcome=LOST')).status).toBe(400);
  });

  it('leads from a message that is set aside to its way, and from there to its further runs', async () => {
    await save({
      ...contentWith(30),
      connections: [],
      nodes: [{ ...FILTER(0), configuration: { jsScript: 'throw new Error("broken");' } }],
    });
    const { device, post } = await newDevice('Aside');
    await post({ temperature: 1 });
    const aside = async () =>
      (
        await acme.admin.get<PageData<SetAsideMessageInfo>>(
          `/api/setAsideMessages?pageSize=10&page=0&type=POST_TELEMETRY_REQUEST&originatorId=${device.id.id}`,
        )
      ).data;
    await expect.poll(async () => (await aside()).length).toBe(1);
    const [first] = await aside();
    const cause = (id: string | undefined) =>
      acme.admin.get<RecordedCause>(`/api/recorder/cause/setAsideMessage/${id}`);
    const { message } = await cause(first?.id.id);
    expect(message).toMatchObject({ preview: '{"temperature":1}', type: 'POST_TELEMETRY_REQUEST' });
    expect(await traceOf(message?.place ?? '')).toMatchObject({
      setAside: [{ id: first?.id.id, time: first?.createdTime, ruleNodeId: first?.ruleNodeId?.id }],
      waiting: [],
      laterRuns: [],
    });
    await save(contentWith(30));
    await acme.admin.post(`/api/setAsideMessage/${first?.id.id}/retry?from=START`);
    await expect.poll(async () => (await traceOf(message?.place ?? '')).laterRuns.length).toBe(1);
    const { setAside, laterRuns } = await traceOf(message?.place ?? '');
    expect(setAside).toEqual([]);
    const again = await traceOf(laterRuns[0]?.place ?? '');
    expect(again.steps.map(({ nodeName }) => nodeName)).toEqual(['hot?', 'save']);
    expect((await acme.admin.call('GET', `/api/recorder/cause/setAsideMessage/${first?.id.id}`)).status).toBe(404);
    expect((await other.admin.call('GET', `/api/recorder/cause/setAsideMessage/${first?.id.id}`)).status).toBe(404);
  });

  it('says that a message waits in its queue, how often it has failed and when it is tried again', async () => {
    await save({
      ...contentWith(30),
      connections: [],
      nodes: [{ ...FILTER(0), configuration: { jsScript: 'throw new Error("broken");' } }],
    });
    const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      name: 'In order',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      provisionType: 'DISABLED',
      profileData: {},
      defaultQueueName: 'HighPriority',
    });
    const { device, post } = await newDevice('Held', profile);
    await post({ temperature: 1 });
    const [message] = await telemetryOf(device);
    const waiting = async () => (await traceOf(message?.place ?? '')).waiting;
    await expect
      .poll(waiting)
      .toEqual([{ queueName: 'HighPriority', attempts: 1, due: expect.any(Number), since: expect.any(Number) }]);
  });

  it('starts a message in the chain that was the root then, and in that of the profile which the device had then', async () => {
    const traced = async (device: Device): Promise<string[]> => {
      const [message] = await telemetryOf(device);
      return (await traceOf(message?.place ?? '')).chains.map(({ name }) => name);
    };
    const makeChain = async (name: string): Promise<RuleChain> => {
      const made = await acme.admin.post<RuleChain>('/api/ruleChain', { name });
      await save({ ...contentWith(30), ruleChainId: made.id });
      return made;
    };
    const [root, ofProfile, later] = [
      await makeChain('First root'),
      await makeChain('Of profile'),
      await makeChain('Later'),
    ];
    const makeProfile = (name: string, defaultRuleChainId?: object) =>
      acme.admin.post<DeviceProfile>('/api/deviceProfile', {
        name,
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        provisionType: 'DISABLED',
        profileData: {},
        ...(defaultRuleChainId && { defaultRuleChainId }),
      });
    const profile = await makeProfile('With chain', ofProfile.id);
    const plain = await makeProfile('Without chain');
    await acme.admin.post(`/api/ruleChain/${root.id.id}/root`);
    const [rooted, profiled, moved] = [
      await newDevice('Rooted', plain),
      await newDevice('Profiled', profile),
      await newDevice('Moved', profile),
    ];
    for (const { post } of [rooted, profiled, moved]) await post({ temperature: 1 });
    const all = async () => [await traced(rooted.device), await traced(profiled.device), await traced(moved.device)];
    expect(await all()).toEqual([['First root'], ['Of profile'], ['Of profile']]);
    await acme.admin.post(`/api/ruleChain/${later.id.id}/root`);
    const device = await acme.admin.get<Device>(`/api/device/${moved.device.id.id}`);
    await acme.admin.post('/api/device', { ...device, deviceProfileId: plain.id });
    await acme.admin.post('/api/deviceProfile', { ...profile, defaultRuleChainId: later.id });
    expect(await all()).toEqual([['First root'], ['Of profile'], ['Of profile']]);
    for (const { post } of [rooted, profiled, moved]) await post({ temperature: 2 });
    expect(await all()).toEqual([['Later'], ['Later'], ['Later']]);
    await acme.admin.post(`/api/ruleChain/${chain.id.id}/root`);
  });

  it('forgets those that are gone, or belong to another tenant by now', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Doomed');
    const given = await newDevice('Given away');
    await post({ temperature: 1 });
    await given.post({ temperature: 1 });
    const id = device.id.id;
    const [message] = await telemetryOf(device);
    const [message2] = await telemetryOf(given.device);
    const current = await acme.admin.get<RuleChainMetadata>(`/api/ruleChain/${chain.id.id}/metadata`);
    const tryOn = async (originator: Device) =>
      acme.admin.post<ChainTryReply>('/api/recorder/try', {
        ...{ ruleChainId: chain.id, metadata: current, originator: originator.id },
        ...{ startTs: 0, endTs: Date.now() + 1_000, limit: 100 },
      });
    expect((await tryOn(device)).seen).toBeGreaterThan(0);
    await acme.admin.delete(`/api/device/${id}`);
    await acme.admin.post(`/api/tenant/${other.tenant.id.id}/device/${given.device.id.id}`);
    for (const [gone, place] of [
      [device, message?.place],
      [given.device, message2?.place],
    ] as const) {
      for (const outcome of ['', '&outcome=SUCCESS', '&outcome=SET_ASIDE']) {
        expect((await find(`originatorId=${gone.id.id}${outcome}`)).messages).toEqual([]);
        const theirs = await other.admin.get<RecordedMessages>(
          `/api/recorder/messages?limit=100&originatorId=${gone.id.id}&type=POST_TELEMETRY_REQUEST${outcome}`,
        );
        expect(theirs.messages).toEqual([]);
      }
      for (const { admin } of [acme, other]) {
        expect((await admin.call('GET', `/api/recorder/trace/${place}`)).status).toBe(404);
      }
      expect((await tryOn(gone)).seen).toBe(0);
      expect(
        (await acme.admin.call('GET', `/api/recorder/cause/telemetry/DEVICE/${gone.id.id}?key=temperature&ts=1`))
          .status,
      ).toBe(404);
    }
    expect(JSON.stringify(await acme.admin.get('/api/recorder/messages?limit=1000'))).not.toContain(id);
    const { status } = await acme.customerUser.call('GET', `/api/recorder/messages?limit=1&originatorId=${id}`);
    expect(status).toBe(403);
  });

  it('shows nothing of another tenant', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Secret');
    await post({ temperature: 41 });
    const [message] = await telemetryOf(device);
    const found = await other.admin.get<RecordedMessages>(
      `/api/recorder/messages?limit=100&originatorId=${device.id.id}`,
    );
    expect(found.messages).toEqual([]);
    expect((await other.admin.call('GET', `/api/recorder/trace/${message?.place}`)).status).toBe(404);
    const all = await other.admin.get<RecordedMessages>('/api/recorder/messages?limit=1000');
    expect(JSON.stringify(all)).not.toContain(device.id.id);
  });

  it('lets what several people ask at once wait, up to a number, and keeps no other tenant waiting', async () => {
    const ask = (caller: Caller) => caller.call('GET', '/api/recorder/messages?limit=1&outcome=FAILURE');
    const twenty = await Promise.all(Array.from({ length: 20 }, () => ask(acme.admin)));
    expect(new Set(twenty.map(({ status }) => status))).toEqual(new Set([200]));
    const [many, one] = await Promise.all([
      Promise.all(Array.from({ length: 150 }, () => ask(acme.admin))),
      ask(other.admin),
    ]);
    expect(one.status).toBe(200);
    const refused = many.filter(({ status }) => status === 429);
    expect(refused).not.toEqual([]);
    expect(refused[0]?.body).toMatchObject({ message: 'Too many searches for messages wait; please try again later' });
    expect(refused.length).toBeLessThanOrEqual(150 - 22);
  });

  it.each([
    ['limit=0', "'limit'"],
    ['limit=1001', "'limit'"],
    ['limit=1&startTs=5&endTs=5', "'endTs'"],
  ])('refuses %s and names the field', async (query, field) => {
    const reply = await acme.admin.call('GET', `/api/recorder/messages?${query}`);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(field);
  });
});
