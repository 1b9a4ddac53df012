import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { expect, vi } from 'vitest';
import type { TestTenant } from './people.ts';

interface Node {
  id: { id: string };
  type: string;
  debugMode: boolean;
}

/** A message as the rules of a tenant received it. */
export interface ReceivedMessage {
  entityId: string;
  msgType: string;
  /** JSON text */
  data: string;
  /** JSON text */
  metadata: string;
}

/** Watches which messages the root rule chain of a tenant receives from now on. */
export async function watchRuleMessages({ admin, tenant }: Pick<TestTenant, 'admin' | 'tenant'>) {
  const chains = await admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const metadata = await admin.get<{ nodes: Node[] }>(`/api/ruleChain/${root.id.id}/metadata`);
  const isSwitch = ({ type }: Node) => type.endsWith('TbMsgTypeSwitchNode');
  const nodes = metadata.nodes.map((node) => ({ ...node, debugMode: isSwitch(node) }));
  const saved = await admin.post<{ nodes: Node[] }>('/api/ruleChain/metadata', { ...metadata, nodes });
  const node = saved.nodes.find(isSwitch) as Node;
  const path = `/api/events/RULE_NODE/${node.id.id}/DEBUG_RULE_NODE?tenantId=${tenant.id.id}&pageSize=1000&page=0`;
  return {
    /** Waits for the message of a type about an entity. */
    of: (msgType: string, entityId: string): Promise<ReceivedMessage> =>
      vi.waitFor(
        async () => {
          const events = await admin.get<PageData<{ body: ReceivedMessage & { type: string } }>>(path);
          const found = events.data.find(
            ({ body }) => body.type === 'IN' && body.msgType === msgType && body.entityId === entityId,
          );
          expect(found, `${msgType} about ${entityId}`).toBeDefined();
          return found?.body as ReceivedMessage;
        },
        { timeout: 40_000, interval: 50 },
      ),
  };
}
