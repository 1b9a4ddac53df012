import type { Alarm, AlarmHistoryEntry } from '@signalbox/contract/alarm';
import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { PageData } from '@signalbox/contract/page';
import type { ChainTryReply, RecordedCause, Trace, TraceEffect } from '@signalbox/contract/recorder';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import type { SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { describe, expect, it } from 'vitest';
import {
  acme,
  CLASS,
  chain,
  contentWith,
  DELAY,
  FILTER,
  find,
  kinds,
  newDevice,
  other,
  SAVE,
  save,
  setUpRecorder,
  telemetryOf,
  traceOf,
} from '../../test/recorder-world.ts';

setUpRecorder();

/** Raises an alarm above 30 degrees, and clears it below 20. */
async function saveHotAndCold(): Promise<void> {
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
}

describe('the recorder', () => {
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
    await saveHotAndCold();
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

  it('says it of each of several messages that came at once, which have run one after the other', {
    timeout: 120_000,
  }, async () => {
    await saveHotAndCold();
    const { device, post } = await newDevice('At once');
    const temperatures = [51, 52, 10, 11, 53, 54];
    const now = Date.now();
    await post(temperatures.map((temperature, at) => ({ ts: now - 1_000 + at, values: { temperature } })));
    const alarms = async () =>
      (await acme.admin.get<PageData<Alarm>>(`/api/alarm/DEVICE/${device.id.id}?pageSize=10&page=0`)).data;
    await expect.poll(async () => (await alarms()).map(({ details }) => details)).toHaveLength(2);
    const [first, second] = (await alarms()).sort((a, b) => (a.status < b.status ? 1 : -1)).map(({ id }) => id.id);
    const messages = (await telemetryOf(device)).sort((a, b) => a.preview.localeCompare(b.preview));
    expect(new Set(messages.map(({ createdTime }) => createdTime)).size).toBe(1);
    const did = new Map<string, unknown>();
    for (const { place, preview } of messages) {
      const effects = (await traceOf(place)).steps.flatMap((step) => step.effects);
      const changes = effects.flatMap((one) => (one.kind === 'ALARM' ? [[one.change, one.alarmId?.id]] : []));
      did.set(preview, changes);
    }
    expect(Object.fromEntries(did)).toEqual({
      '{"temperature":51}': [['CREATED', first]],
      '{"temperature":52}': [['UPDATED', first]],
      '{"temperature":10}': [['CLEARED', first]],
      '{"temperature":11}': [],
      '{"temperature":53}': [['CREATED', second]],
      '{"temperature":54}': [['UPDATED', second]],
    });
    // A machine that does much else may have too little time for all candidates; it is asked again then.
    const findCauses = async () => {
      const causes: Record<string, unknown> = {};
      for (const id of [first, second]) {
        const path = `/api/alarm/history/${id}?pageSize=10&page=0`;
        for (const { number, lastTs, change } of (await acme.admin.get<PageData<AlarmHistoryEntry>>(path)).data) {
          const url = `/api/recorder/cause/alarm/${id}?ts=${lastTs}&number=${number}`;
          const { message, isCertain } = await acme.admin.get<RecordedCause>(url);
          causes[`${id === first ? 'first' : 'second'} ${change}`] = [message?.preview, isCertain];
        }
      }
      return causes;
    };
    await expect.poll(findCauses, { timeout: 100_000 }).toEqual({
      'first CREATED': ['{"temperature":51}', true],
      'first UPDATED': ['{"temperature":52}', true],
      'first CLEARED': ['{"temperature":10}', true],
      'second CREATED': ['{"temperature":53}', true],
      'second UPDATED': ['{"temperature":54}', true],
    });
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
    await expect.poll(async () => JSON.stringify(await latest()), { timeout: 40_000 }).toContain('"60"');
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
});
