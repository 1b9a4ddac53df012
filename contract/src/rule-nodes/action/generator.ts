import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { ENTITY_TYPE_OPTIONS, entityTypeSetting } from '../entity-settings.ts';
import { integerSetting, textSetting } from '../settings.ts';

/** s, one year. */
const MAX_PERIOD = 31_536_000;

export const generator = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.debug.TbMsgGeneratorNode',
  kind: 'ACTION',
  name: 'generator',
  inEnabled: false,
  directive: 'tbActionNodeGeneratorConfig',
  icon: 'repeat',
  configuration: z.object({
    msgCount: integerSetting(0, 0),
    periodInSeconds: integerSetting(1, 0, MAX_PERIOD),
    originatorType: entityTypeSetting,
    originatorId: textSetting(null),
    jsScript: textSetting(''),
  }),
  defaultConfiguration: {
    msgCount: 0,
    periodInSeconds: 1,
    originatorType: null,
    originatorId: null,
    jsScript:
      'var msg = { temp: 42, humidity: 77 };\nvar metadata = { data: 40 };\nvar msgType = "POST_TELEMETRY_REQUEST";\n\n' +
      'return { msg: msg, metadata: metadata, msgType: msgType };',
  },
  fields: {
    msgCount: { control: 'number', label: 'Number of messages', help: '0: without end.', min: 0 },
    periodInSeconds: { control: 'number', label: 'Period', unit: 's', min: 1, max: MAX_PERIOD },
    originatorType: {
      control: 'choice',
      label: 'Originator',
      options: ENTITY_TYPE_OPTIONS,
      none: 'The node itself',
    },
    originatorId: {
      control: 'entity',
      label: 'Entity that the messages come from',
      kindMember: 'originatorType',
      isRequired: true,
    },
    jsScript: { control: 'script', label: 'Script', script: 'generate' },
  },
  description: 'Creates messages at regular intervals.',
  details:
    'The script gets the message before as <code>prevMsg</code>, <code>prevMetadata</code> and <code>prevMsgType</code> ' +
    'and returns the next one. What it cannot create leaves along <code>Failure</code>. Counting starts again when the ' +
    'node is changed or the server starts.',
});
