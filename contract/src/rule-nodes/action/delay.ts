// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, integerSetting, textSetting } from '../settings.ts';

/** s, one year. */
const MAX_PERIOD = 31_536_000;

export const delay = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.delay.TbMsgDelayNode',
  kind: 'ACTION',
  name: 'delay (deprecated)',
  directive: 'tbActionNodeMsgDelayConfig',
  icon: 'pause',
  configuration: z.object({
    periodInSeconds: integerSetting(0, 0, MAX_PERIOD),
    maxPendingMsgs: integerSetting(0, 0),
    periodInSecondsPattern: textSetting(''),
    useMetadataPeriodInSecondsPatterns: booleanSetting(false),
  }),
  defaultConfiguration: {
    periodInSeconds: 60,
    maxPendingMsgs: 1000,
    periodInSecondsPattern: null,
    useMetadataPeriodInSecondsPatterns: false,
  },
  fields: {
    periodInSeconds: {
      control: 'number',
      label: 'Period',
      unit: 's',
      min: 0,
      max: MAX_PERIOD,
      when: { useMetadataPeriodInSecondsPatterns: false },
    },
    useMetadataPeriodInSecondsPatterns: { control: 'switch', label: 'Take the period from the message' },
    periodInSecondsPattern: {
      control: 'text',
      label: 'Period in seconds',
      help: 'Such as ${period}.',
      isRequired: true,
      isPattern: true,
      when: { useMetadataPeriodInSecondsPatterns: true },
    },
    maxPendingMsgs: { control: 'number', label: 'Most messages that wait', min: 1, max: 10_000 },
  },
  description: 'Holds messages for a while.',
  details:
    'Messages wait in the database, so none is lost when the server stops. When too many wait at the node, further ones ' +
    'leave along <code>Failure</code>; 10,000 may wait at any node.',
});
