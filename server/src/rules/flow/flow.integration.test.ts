import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { RuleChainFlow } from '@signalbox/contract/rule-chain-flow';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'flow');
  other = await createTestTenant(platform, 'other-flow');
});
afterAll(() => platform?.stop());

test('counts the messages that devices send at the nodes and links of the chain that they run through', async () => {
  const chains = await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=10&page=0');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const { nodes, connections } = await acme.admin.get<RuleChainMetadata>(`/api/ruleChain/${root.id.id}/metadata`);
  const path = `/api/ruleChain/${root.id.id}/flow`;
  const idOf = (name: string) => nodes.find((node) => node.name === name)?.id?.id;
  const [first, save] = [idOf('Message Type Switch'), idOf('Save Timeseries')];
  expect(connections?.some(({ type }) => type === 'Post telemetry')).toBe(true);

  const begun = await acme.admin.get<RuleChainFlow>(path);
  expect(begun.until - begun.since).toBeLessThan(3_000);
  await acme.admin.post<Device>('/api/device?accessToken=flowing', { name: 'Flowing', type: 'default' });
  for (const t of [1, 2, 3]) await platform.as('').post('/api/v1/flowing/telemetry', { t });
  await vi.waitFor(
    async () => {
      const flow = await acme.admin.get<RuleChainFlow>(path);
      expect(flow.nodes.find(({ nodeId }) => nodeId.id === save)).toMatchObject({ messages: 3, failures: 0 });
      expect(flow.links.filter(({ relation }) => relation === 'Post telemetry')).toEqual([
        {
          from: { entityType: 'RULE_NODE', id: first },
          relation: 'Post telemetry',
          to: { entityType: 'RULE_NODE', id: save },
          messages: 3,
          failures: 0,
        },
      ]);
      expect(flow.messages).toBeGreaterThanOrEqual(3);
    },
    { timeout: 40_000, interval: 50 },
  );

  const refused = await other.admin.call('GET', path);
  expect(refused.status).toBe(404);
});
