import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { checkpointNode } from './checkpoint.ts';

testRuleNode(checkpointNode, [
  {
    title: 'moves the message to the queue, where it leaves along Success',
    message: { id: 'first', data: '{"a":1}', metadata: { a: 'b' }, ruleNodeExecCounter: 3 },
    effects: {
      effects: [
        [
          'moveToQueue',
          expect.objectContaining({
            id: expect.not.stringContaining('first'),
            queueName: 'HighPriority',
            ruleChainId: 'chain',
            ruleNodeId: 'node',
            relation: 'Success',
            data: '{"a":1}',
            metadata: { a: 'b' },
            ts: 1000,
            ruleNodeExecCounter: 3,
          }),
        ],
      ],
    },
  },
]);

test('does not start without a queue', async () => {
  await expect(tryRuleNode(checkpointNode, {})).rejects.toThrow('The queue is not set');
});
