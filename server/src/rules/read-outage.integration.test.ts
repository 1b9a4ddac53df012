import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const CLASS = 'org.thingsboard.rule.engine.';
const PATIENCE = { timeout: 40_000, interval: 20 };
const COUNT = 20;

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

interface NodeData {
  type: string;
  name: string;
  configuration: object;
}

/** Telemetry goes to the node, and what leaves it that way is stored as it is by then. */
async function setRootChain(reading: NodeData, relation: string): Promise<void> {
  const chains = await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const nodes: NodeData[] = [
    { type: 'filter.TbMsgTypeSwitchNode', name: 'Types', configuration: { version: 0 } },
    reading,
    {
      type: 'transform.TbTransformMsgNode',
      name: 'Show',
      configuration: { jsScript: 'msg.site = metadata.ss_site; return {msg, metadata, msgType};' },
    },
    { type: 'telemetry.TbMsgTimeseriesNode', name: 'Save', configuration: { defaultTTL: 0 } },
  ];
  await acme.admin.post('/api/ruleChain/metadata', {
    ruleChainId: chains.data.find((chain) => chain.root)?.id,
    firstNodeIndex: 0,
    nodes: nodes.map((node) => ({
      ...node,
      type: CLASS + node.type,
      debugMode: false,
      additionalInfo: { layoutX: 0, layoutY: 0 },
    })),
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'Post telemetry' },
      { fromIndex: 1, toIndex: 2, type: relation },
      { fromIndex: 2, toIndex: 3, type: 'Success' },
    ],
    ruleChainConnections: null,
  });
}

/** Processes of the database that wait for the table. */
const waitingFor = async (table: string): Promise<number[]> => {
  const { rows } = await platform.database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE relation = $1::regclass AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [table],
  );
  return rows.map(({ pid }) => pid);
};

it.each<[table: string, relation: string, reading: NodeData]>([
  [
    'attribute',
    'Success',
    {
      type: 'metadata.TbGetAttributesNode',
      name: 'Attributes',
      configuration: { serverAttributeNames: ['site'], tellFailureIfAbsent: false },
    },
  ],
  [
    'relation',
    'True',
    {
      type: 'filter.TbCheckRelationNode',
      name: 'Relation',
      configuration: { checkForSingleEntity: false, direction: 'TO', relationType: 'Uses' },
    },
  ],
])(
  'a batch whose reads (%s) fail with the database is tried again, and nothing is lost',
  async (table, relation, reading) => {
    await setRootChain(reading, relation);
    const device = await acme.admin.post<Device>('/api/device', { name: `Reader of ${table}`, type: 'default' });
    const { id } = device.id;
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { site: 'North' });
    await acme.admin.post('/api/relation', {
      from: device.id,
      to: acme.customer.id,
      type: 'Uses',
    });
    const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(`/api/device/${id}/credentials`);
    const holder = await platform.database.pool.connect();
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      for (let at = 0; at < COUNT; at++) {
        const reply = await platform
          .as('')
          .call('POST', `/api/v1/${credentialsId}/telemetry`, { ts: 1_000 + at, values: { value: at } });
        expect(reply.status).toBe(200);
      }
      for (let outage = 0; outage < 3; outage++) {
        await expect.poll(async () => (await waitingFor(table)).length, PATIENCE).toBeGreaterThan(0);
        for (const pid of await waitingFor(table)) {
          await platform.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
        }
      }
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=value,site&startTs=0&endTs=9999999999&limit=1000&orderBy=ASC`;
    const stored = async () => {
      const series = await acme.admin.get<Record<string, { ts: number; value: string }[]>>(path);
      return (series.value ?? []).map(({ ts, value }) => [ts, value]);
    };
    const sent = Array.from({ length: COUNT }, (_, at) => [1_000 + at, String(at)]);
    await expect.poll(stored, PATIENCE).toEqual(sent);
    const { site } = await acme.admin.get<Record<string, { value: string }[]>>(path);
    expect(site?.map(({ value }) => value)).toEqual(table === 'attribute' ? Array(COUNT).fill('North') : undefined);
  },
);
