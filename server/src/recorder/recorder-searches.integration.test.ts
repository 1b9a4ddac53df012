import type { AddressInfo } from 'node:net';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { ChainTryReply, EnteredMessages, RecordedMessages } from '@signalbox/contract/recorder';
import type { RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../test/platform.ts';
import {
  ALARM,
  acme,
  chain,
  contentWith,
  DELAY,
  FILTER,
  find,
  newDevice,
  other,
  platform,
  SAVE,
  save,
  setUpRecorder,
  telemetryOf,
} from '../../test/recorder-world.ts';

setUpRecorder();

describe('searches of the recorder', () => {
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
    await expect.poll(() => byOutcome('SUCCESS')).toEqual([['{"good":1}', 'SUCCESS']]);
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

  it('says what became of every message that it finds', async () => {
    await save(contentWith(30, { ...FILTER(0), configuration: { jsScript: 'throw new Error("broken");' } }));
    const { device, post } = await newDevice('Told');
    await post({ temperature: 20, humidity: 3 });
    await post({ temperature: 40 });
    await post({ note: 'nothing to compare' });
    const query = `originatorId=${device.id.id}&type=POST_TELEMETRY_REQUEST`;
    const findTold = async () => (await find(`${query}&withOutcomes=true`)).messages;
    await expect
      .poll(async () =>
        (await findTold()).map(({ outcome, did }) => [outcome, did?.values, did?.alarms, did?.failedAt]),
      )
      .toEqual([
        ['SUCCESS', 1, 0, null],
        // The message about the alarm is no telemetry, which only telemetry can be stored as.
        ['FAILURE', 1, 1, 'save'],
        ['SUCCESS', 2, 0, null],
      ]);
    const told = await findTold();
    expect((await find(query)).messages.map(({ outcome, did }) => [outcome, did])).toEqual(
      told.map(() => [null, null]),
    );
    expect((await find(`${query}&outcome=SUCCESS`)).messages).toEqual(
      told.filter(({ outcome }) => outcome === 'SUCCESS'),
    );
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

  it('ends what somebody has asked who has left, and gives the turn to the next', async () => {
    await save(contentWith(30));
    const { device, post } = await newDevice('Left alone');
    const now = Date.now();
    await post(Array.from({ length: 100 }, (_, at) => ({ ts: now - 1_000 + at, values: { temperature: at } })));
    await expect.poll(async () => (await telemetryOf(device)).length).toBe(100);
    const { server } = platform.http;
    if (!server.listening) await platform.http.listen({ host: '127.0.0.1', port: 0 });
    const slow = { jsScript: 'const end = Date.now() + 200; while (Date.now() < end); return true;' };
    const leaving = new AbortController();
    const requested = Array.from({ length: 23 }, async () => {
      const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/recorder/try`, {
        method: 'POST',
        headers: { 'x-authorization': `Bearer ${acme.admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ ruleChainId: chain.id, startTs: now - 60_000, endTs: now + 600_000, limit: 100, originator: device.id },
          metadata: { ...contentWith(30), nodes: [{ ...FILTER(30), configuration: slow }, SAVE, ALARM] },
        }),
        signal: leaving.signal,
      });
      return reply.status;
    });
    // Two run, and as many wait as may.
    expect(await Promise.race(requested)).toBe(429);
    const search = async () => (await acme.admin.call('GET', '/api/recorder/messages?limit=1')).status;
    expect(await search()).toBe(429);
    leaving.abort();
    await Promise.allSettled(requested);
    await expect.poll(search).toBe(200);
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
