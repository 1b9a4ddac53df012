import * as z from 'zod/mini';
import { describeRuleNode, FAILURE, SUCCESS } from '../define-rule-node.ts';
import { booleanSetting, optionalIntegerSetting, textSetting } from '../settings.ts';

export const calculateDelta = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.CalculateDeltaNode',
  kind: 'ENRICHMENT',
  name: 'calculate delta',
  relations: [SUCCESS, FAILURE, 'Other'],
  directive: 'tbEnrichmentNodeCalculateDeltaConfig',
  configuration: z.object({
    inputValueKey: textSetting(''),
    outputValueKey: textSetting(''),
    useCache: booleanSetting(false),
    addPeriodBetweenMsgs: booleanSetting(false),
    periodValueKey: textSetting(''),
    round: optionalIntegerSetting(0, 15),
    tellFailureIfDeltaIsNegative: booleanSetting(false),
  }),
  defaultConfiguration: {
    inputValueKey: 'pulseCounter',
    outputValueKey: 'delta',
    useCache: true,
    addPeriodBetweenMsgs: false,
    periodValueKey: 'periodInMs',
    round: null,
    tellFailureIfDeltaIsNegative: true,
  },
  fields: {
    inputValueKey: { control: 'text', label: 'Key of the value in the payload', isRequired: true },
    outputValueKey: { control: 'text', label: 'Key of the difference', isRequired: true },
    round: { control: 'number', label: 'Decimals', help: 'Empty: not rounded.', min: 0, max: 15, isOptional: true },
    useCache: {
      control: 'switch',
      label: 'Remember the previous value',
      help: 'Otherwise the latest stored value of the originator is the previous one.',
    },
    tellFailureIfDeltaIsNegative: { control: 'switch', label: 'Fail when the value decreases' },
    addPeriodBetweenMsgs: { control: 'switch', label: 'Add the time between the two values' },
    periodValueKey: {
      control: 'text',
      label: 'Key of that time',
      help: 'In milliseconds.',
      isRequired: true,
      when: { addPeriodBetweenMsgs: true },
    },
  },
  description: 'Adds the difference between a telemetry value and the one before it to the payload.',
  details:
    'For telemetry whose payload has the key; all other messages leave along <code>Other</code>. The first value of an ' +
    'originator has the difference 0. A stored value that is not a number, or a decrease where that is a failure, ' +
    'leaves along <code>Failure</code>.',
});
