import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';

export const checkpoint = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.flow.TbCheckpointNode',
  kind: 'ACTION',
  name: 'checkpoint',
  directive: 'tbActionNodeCheckPointConfig',
  configuration: z.object({ queueName: textSetting('') }),
  defaultConfiguration: { queueName: 'HighPriority' },
  fields: { queueName: { control: 'text', label: 'Queue', isRequired: true, offers: 'queues' } },
  description: 'Moves the message to another queue.',
  details:
    'It goes on along <code>Success</code> by the rules of that queue: if something fails after this node, the message ' +
    'is tried again from here.',
});
