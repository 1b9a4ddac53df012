import { type EntityId, isUuid } from '@signalbox/contract/id';
import { generator } from '@signalbox/contract/rule-nodes/action/generator';
import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { type Message, newMessage } from '../../../messages/message.ts';
import type { ScriptInput } from '../../scripts/script-engine.ts';
import { asGeneratedMessage } from '../../scripts/script-result.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';
import { every } from '../every.ts';

const ARGUMENTS = ['prevMsg', 'prevMetadata', 'prevMsgType'];

export const generatorNode = implementRuleNode(generator, {
  worksByItself: true,
  async start(configuration, { scripts, reads, send }, { tenantId, nodeId, ruleChainId }) {
    const { originatorType, originatorId, msgCount } = configuration;
    const node: EntityId = { entityType: 'RULE_NODE', id: nodeId };
    const originator = originatorId && originatorType ? { entityType: originatorType, id: originatorId } : node;
    const requireOriginator = async (): Promise<void> => {
      if (originator === node) return;
      const isThere = isUuid(originator.id) && (await reads.entity(tenantId, originator));
      if (!isThere) throw new Error('The originator does not exist');
    };
    await requireOriginator();
    const script = await scripts.compile(tenantId, configuration.jsScript, ARGUMENTS);
    let previous: ScriptInput = { msg: '{}', metadata: {}, msgType: '' };
    let made = 0;

    const fromHere = (parts: Pick<Message, 'originator' | 'type' | 'data' | 'metadata'> & Partial<Message>): Message =>
      newMessage({ tenantId, ruleChainId, ruleNodeId: nodeId, queueName: 'Main', ...parts });

    async function generate(): Promise<Message> {
      try {
        await requireOriginator();
        const { data, metadata, type } = asGeneratedMessage(await script.run(previous, { mayWait: true }), previous);
        previous = { msg: data, metadata, msgType: type };
        return fromHere({ originator, type, data, metadata, relation: SUCCESS });
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        const { msg, metadata, msgType } = previous;
        return fromHere({ originator: node, type: msgType, data: msg, metadata, relation: FAILURE, failure });
      }
    }

    const end = every(Math.max(1, configuration.periodInSeconds) * 1000, async () => {
      await send(await generate());
      made++;
      if (msgCount > 0 && made >= msgCount) end();
    });
    return {
      handle: () => ACKNOWLEDGED,
      stop() {
        end();
        script.close();
      },
    };
  },
});
