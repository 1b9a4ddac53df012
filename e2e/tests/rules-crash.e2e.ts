import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';

const CLASS = 'org.thingsboard.rule.engine.';
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Seconds for which it is to be hot: longer than a restart takes on a fast machine. */
const SECONDS = 10;

interface Named {
  id: { id: string; entityType: string };
}
interface Alarm {
  type: string;
  createdTime: number;
}

describe('a server that is killed', () => {
  let server: TestServer;
  let api: Api;
  beforeAll(async () => {
    server = await startPreparedServer();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
  });
  afterAll(() => server?.stop());

  async function killAndRestart(): Promise<void> {
    await server.kill('SIGKILL');
    await server.restart();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
  }

  async function makeDevice(profile: Named): Promise<Named & { send: (values: object) => Promise<void> }> {
    const token = randomUUID();
    const body = { name: `Killed ${token}`, deviceProfileId: profile.id };
    const device = await api.post<Named>(`/api/device?accessToken=${token}`, body);
    return {
      ...device,
      async send(values) {
        const reply = await fetch(`${server.http}/api/v1/${token}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(values),
        });
        expect(reply.status).toBe(200);
      },
    };
  }

  const makeProfile = (more: object): Promise<Named> =>
    api.post<Named>('/api/deviceProfile', {
      name: `Killed ${randomUUID()}`,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      provisionType: 'DISABLED',
      profileData: {},
      ...more,
    });

  const alarmsOf = async ({ id }: Named): Promise<Alarm[]> =>
    (await api.get<{ data: Alarm[] }>(`/api/alarm/DEVICE/${id.id}?pageSize=100&page=0`)).data;

  const valuesOf = async ({ id }: Named, key: string): Promise<string[]> => {
    const series = await api.get<Record<string, { value: string }[]>>(
      `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=${key}&startTs=0&endTs=99999999999999&limit=100&orderBy=ASC`,
    );
    return (series[key] ?? []).map(({ value }) => value);
  };

  it('raises the alarms of rules that were on their way, as if nothing had happened', {
    timeout: 180_000,
  }, async () => {
    const hot = [
      {
        key: { type: 'TIME_SERIES', key: 'temperature' },
        valueType: 'NUMERIC',
        predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 30 } },
      },
    ];
    const raised = (spec: object) => ({ CRITICAL: { condition: { condition: hot, spec }, schedule: null } });
    const predicate = (defaultValue: number) => ({ defaultValue });
    const profile = await makeProfile({
      profileData: {
        alarms: [
          {
            id: 'long',
            alarmType: 'Long',
            createRules: raised({ type: 'DURATION', unit: 'SECONDS', predicate: predicate(SECONDS) }),
          },
          { id: 'often', alarmType: 'Often', createRules: raised({ type: 'REPEATING', predicate: predicate(5) }) },
        ],
      },
    });
    const device = await makeDevice(profile);
    const cold = await makeDevice(profile);
    const began = Date.now();
    // What was acknowledged counts, whether it went through the rules before the end or not.
    for (const temperature of [40, 41, 42]) await device.send({ temperature });
    await cold.send({ temperature: 40 });
    await cold.send({ temperature: 20 });
    await killAndRestart();
    // Time goes on without data; nothing has been forgotten, and nothing is counted twice.
    await device.send({ temperature: 43 });
    await expect.poll(() => valuesOf(device, 'temperature'), PATIENCE).toEqual(['40', '41', '42', '43']);
    await killAndRestart();
    expect((await alarmsOf(device)).map(({ type }) => type)).not.toContain('Often');
    // With the values, so that a failure says whether messages were lost, doubled or not processed.
    const reached = async () => ({
      alarms: (await alarmsOf(device)).map(({ type }) => type),
      values: await valuesOf(device, 'temperature'),
      seconds: (await alarmsOf(device)).map(({ createdTime }) => Math.round((createdTime - began) / 1_000)),
      log: server.output().slice(-2_000),
    });
    await expect.poll(reached, PATIENCE).toMatchObject({ alarms: ['Long'], values: ['40', '41', '42', '43'] });
    const [long] = await alarmsOf(device);
    expect(long?.createdTime).toBeGreaterThanOrEqual(began + SECONDS * 1_000);
    await device.send({ temperature: 44 });
    await expect
      .poll(async () => (await alarmsOf(device)).map(({ type }) => type).sort(), PATIENCE)
      .toEqual(['Long', 'Often']);
    expect(await alarmsOf(cold)).toEqual([]);
  });

  it('tries messages again that waited in their queue, in their order', { timeout: 180_000 }, async () => {
    const chain = await api.post<Named>('/api/ruleChain', { name: `Killed ${randomUUID()}` });
    const node = (type: string, name: string, configuration: object, known?: object) => ({
      ...known,
      type: CLASS + type,
      name,
      debugMode: false,
      configuration,
      additionalInfo: { layoutX: 0, layoutY: 0 },
    });
    const save = (jsScript: string): Promise<unknown> =>
      api.post('/api/ruleChain/metadata', {
        ruleChainId: chain.id,
        firstNodeIndex: 0,
        nodes: [
          node('filter.TbJsFilterNode', 'Check', { jsScript }),
          node('telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }),
        ],
        connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
        ruleChainConnections: null,
      });
    await save("if (msg.number === 1) throw 'not yet'; return true;");
    const profile = await makeProfile({
      defaultRuleChainId: chain.id,
      defaultQueueName: 'SequentialByOriginator',
    });
    const device = await makeDevice(profile);
    const other = await makeDevice(profile);
    for (const number of [0, 1, 2, 3]) await device.send({ number });
    await other.send({ number: 5 });
    await expect.poll(() => valuesOf(other, 'number'), PATIENCE).toEqual(['5']);
    await expect.poll(() => valuesOf(device, 'number'), PATIENCE).toEqual(['0']);
    await killAndRestart();
    expect(await valuesOf(device, 'number')).toEqual(['0']);
    await device.send({ number: 4 });
    await save('return true;');
    await expect.poll(() => valuesOf(device, 'number'), PATIENCE).toEqual(['0', '1', '2', '3', '4']);
  });
});
