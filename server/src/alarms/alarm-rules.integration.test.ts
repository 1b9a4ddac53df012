import type { Alarm, AlarmHistoryEntry } from '@signalbox/contract/alarm';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const PATIENCE = { timeout: 40_000, interval: 20 };
const CLASS = 'org.thingsboard.rule.engine.';
const KEEP =
  'var details = {};\nif (metadata.prevAlarmDetails) {\n  details = JSON.parse(metadata.prevAlarmDetails);\n' +
  '  //forget it\n  delete metadata.prevAlarmDetails;\n}\nreturn details;';

let platform: TestPlatform;
let acme: TestTenant;

/** Telemetry with `clear` clears an alarm, with `originator` it is one, any other raises one of its type and severity. */
async function useAlarmChain(): Promise<void> {
  const chains = await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const node = (type: string, name: string, configuration: object) => ({
    type: CLASS + type,
    name,
    debugMode: false,
    configuration,
    additionalInfo: { layoutX: 0, layoutY: 0 },
  });
  const create = {
    alarmType: '$[type]',
    alarmDetailsBuildJs: KEEP,
    severity: '$[severity]',
    dynamicSeverity: true,
    propagate: false,
    relationTypes: [],
    useMessageAlarmData: false,
  };
  await acme.admin.post('/api/ruleChain/metadata', {
    ruleChainId: root.id,
    firstNodeIndex: 0,
    nodes: [
      node('filter.TbMsgTypeSwitchNode', 'Types', { version: 0 }),
      node('filter.TbCheckMessageNode', 'Clears?', { messageNames: ['clear'], metadataNames: [], checkAllKeys: true }),
      node('filter.TbCheckMessageNode', 'Is one?', {
        messageNames: ['originator'],
        metadataNames: [],
        checkAllKeys: true,
      }),
      node('action.TbCreateAlarmNode', 'Raise', create),
      node('action.TbCreateAlarmNode', 'Take over', { ...create, useMessageAlarmData: true }),
      node('action.TbClearAlarmNode', 'Clear', { alarmType: '$[type]', alarmDetailsBuildJs: 'return {by: "script"};' }),
    ],
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'Post telemetry' },
      { fromIndex: 1, toIndex: 5, type: 'True' },
      { fromIndex: 1, toIndex: 2, type: 'False' },
      { fromIndex: 2, toIndex: 4, type: 'True' },
      { fromIndex: 2, toIndex: 3, type: 'False' },
    ],
    ruleChainConnections: null,
  });
}

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  await useAlarmChain();
});
afterAll(() => platform?.stop());

let made = 0;
async function makeDevice(): Promise<{ device: Device; send: (telemetry: object) => Promise<void> }> {
  const device = await acme.admin.post<Device>('/api/device', { name: `Device ${++made}` });
  const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return {
    device,
    async send(telemetry) {
      const reply = await platform.as('').call('POST', `/api/v1/${credentialsId}/telemetry`, telemetry);
      expect(reply.status).toBe(200);
    },
  };
}

const alarmsOf = async ({ id }: Device): Promise<Alarm[]> => {
  const path = `/api/alarm/DEVICE/${id.id}?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC`;
  return (await acme.admin.get<PageData<Alarm>>(path)).data;
};
const historyOf = async ({ id }: Alarm): Promise<AlarmHistoryEntry[]> =>
  (await acme.admin.get<PageData<AlarmHistoryEntry>>(`/api/alarm/history/${id.id}?pageSize=100&page=0`)).data.reverse();
const setAside = async (): Promise<unknown[]> =>
  (await platform.database.pool.query('SELECT error FROM message_set_aside')).rows;

describe('alarms of rules', () => {
  it('are created, updated and cleared by the messages of a device', async () => {
    const { device, send } = await makeDevice();
    await send({ type: 'Hot', severity: 'MINOR' });
    await send({ type: 'Hot', severity: 'MINOR' });
    await send({ type: 'Hot', severity: 'CRITICAL' });
    await send({ type: 'Cold', severity: 'MAJOR' });
    await send({ type: 'Hot', clear: true });
    await send({ type: 'Hot', severity: 'WARNING' });
    await vi.waitFor(async () => {
      expect(await alarmsOf(device)).toMatchObject([
        { type: 'Hot', severity: 'CRITICAL', status: 'CLEARED_UNACK', details: { by: 'script' } },
        { type: 'Cold', severity: 'MAJOR', status: 'ACTIVE_UNACK', details: {} },
        { type: 'Hot', severity: 'WARNING', status: 'ACTIVE_UNACK' },
      ]);
    }, PATIENCE);
    const [first] = await alarmsOf(device);
    expect(await historyOf(first as Alarm)).toMatchObject([
      { change: 'CREATED', cause: 'RULE_NODE', causeName: 'Raise', severity: 'MINOR' },
      { change: 'UPDATED', causeName: 'Raise', times: 1 },
      { change: 'SEVERITY', severity: 'CRITICAL' },
      { change: 'CLEARED', causeName: 'Clear', status: 'CLEARED_UNACK' },
    ]);
  });

  it('count as what the tenant has created', async () => {
    const { device, send } = await makeDevice();
    await send({ type: 'Counted', severity: 'MINOR' });
    await vi.waitFor(async () => expect(await alarmsOf(device)).toHaveLength(1), PATIENCE);
    const all = await platform.database.pool.query<{ total: number }>(
      'SELECT count(*)::integer AS total FROM alarm WHERE tenant_id = $1',
      [acme.tenant.id.id],
    );
    await vi.waitFor(async () => {
      const { rows } = await platform.database.pool.query<{ counts: number[] }>(
        'SELECT counts::float8[] AS counts FROM api_usage_state WHERE tenant_id = $1',
        [acme.tenant.id.id],
      );
      expect(rows[0]?.counts.at(-1)).toBe(all.rows[0]?.total);
    }, PATIENCE);
  });

  it('are one when many devices report the same at once', { timeout: 60_000 }, async () => {
    const { device } = await makeDevice();
    const others = await Promise.all(Array.from({ length: 30 }, makeDevice));
    const alarm = { type: 'Shared', severity: 'MAJOR', originator: device.id };
    await Promise.all(others.map(({ send }) => send(alarm)));
    await vi.waitFor(async () => {
      const [one, ...rest] = await alarmsOf(device);
      expect(rest).toEqual([]);
      const history = await historyOf(one as Alarm);
      expect(history.filter(({ change }) => change === 'CREATED')).toHaveLength(1);
      expect(history.reduce((sum, { times }) => sum + times, 0)).toBe(others.length);
    }, PATIENCE);
    expect(await setAside()).toEqual([]);
  });

  it('have at most one active alarm of a type, whatever rules and people do at once', {
    timeout: 120_000,
  }, async () => {
    const action = fc.constantFrom('rule', 'rule', 'rule clears', 'other rule', 'raise', 'clear', 'acknowledge');
    for (const actions of fc.sample(fc.array(action, { minLength: 10, maxLength: 40 }), 12)) {
      const { device, send } = await makeDevice();
      const other = await makeDevice();
      const alarm = { type: 'Hot', severity: 'MAJOR' };
      const about = { ...alarm, originator: device.id };
      const first = await acme.admin.post<Alarm>('/api/alarm', { ...about, status: 'ACTIVE_UNACK' });
      const run: Record<(typeof actions)[number], () => Promise<unknown>> = {
        rule: () => send(alarm),
        'rule clears': () => send({ type: 'Hot', clear: true }),
        'other rule': () => other.send(about),
        raise: () => acme.admin.call('POST', '/api/alarm', { ...about, status: 'ACTIVE_UNACK' }),
        clear: () => acme.admin.call('POST', `/api/alarm/${first.id.id}/clear`),
        acknowledge: () => acme.admin.call('POST', `/api/alarm/${first.id.id}/ack`),
      };
      await Promise.all(actions.map((one) => run[one]()));
      await send({ type: 'End', severity: 'MINOR' });
      await other.send({ type: 'End', severity: 'MINOR', originator: other.device.id });
      await vi.waitFor(async () => {
        expect((await alarmsOf(device)).map(({ type }) => type)).toContain('End');
        expect(await alarmsOf(other.device)).toHaveLength(1);
      }, PATIENCE);
      const active = (await alarmsOf(device)).filter(
        ({ type, status }) => type === 'Hot' && status.startsWith('ACTIVE'),
      );
      expect(active.length, actions.join()).toBeLessThanOrEqual(1);
    }
    expect(await setAside()).toEqual([]);
  });

  it('are not about an entity that is gone', async () => {
    const { device } = await makeDevice();
    const { send } = await makeDevice();
    await acme.admin.delete(`/api/device/${device.id.id}`);
    await send({ type: 'Late', severity: 'MAJOR', originator: device.id });
    await vi.waitFor(async () => expect(JSON.stringify(await setAside())).toContain('There is no DEVICE'), PATIENCE);
  });
});
