import './texts/texts.ts';
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { DeviceProfile, DeviceProfileInput } from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { getQueues } from '../api/queues.ts';
import { type FindChoices, textChoices, textsBeginningWith } from '../controls/choice.ts';
import { choicesOf, labelOf } from '../controls/entity-choices.ts';
import { choiceId, type FormField, type FormValues, unnamedChoice } from '../entity-page/form.ts';
import { provisioningOf } from './provisioning-fields.ts';
import { transportConfiguration, transportTypeOf } from './transport-fields.ts';

const findQueues: FindChoices = async (search) => textChoices(textsBeginningWith(await getQueues(), search));

/** Where messages of the devices begin. */
export function routingFields(t: TFunction): FormField[] {
  return [
    {
      name: 'ruleChain',
      path: 'defaultRuleChainId',
      label: t('deviceProfile.ruleChain'),
      kind: 'picker',
      load: choicesOf('RULE_CHAIN'),
      labelOf: labelOf('RULE_CHAIN'),
      addressOf: (id) => `/ruleChains/${id}`,
      emptyWords: t('deviceProfile.rootRuleChain'),
      help: t('deviceProfile.ruleChainHelp'),
    },
    {
      name: 'queue',
      path: 'defaultQueueName',
      label: t('deviceProfile.queue'),
      kind: 'picker',
      load: findQueues,
      emptyWords: t('deviceProfile.mainQueue'),
      help: t('deviceProfile.queueHelp'),
    },
  ];
}

export function routingValues(stored?: DeviceProfile): FormValues {
  const queue = stored?.defaultQueueName;
  return {
    ruleChain: unnamedChoice(stored?.defaultRuleChainId?.id),
    queue: queue ? { id: queue, label: queue } : null,
  };
}

export function routingOf(values: FormValues): Pick<DeviceProfileInput, 'defaultRuleChainId' | 'defaultQueueName'> {
  const ruleChainId = choiceId(values.ruleChain);
  return {
    defaultRuleChainId: ruleChainId === undefined ? null : { entityType: 'RULE_CHAIN', id: ruleChainId },
    defaultQueueName: choiceId(values.queue) ?? null,
  };
}

/** A new profile with what the fields of transport, provisioning and routing say. */
export function newProfile(
  values: FormValues,
  rest: Pick<DeviceProfileInput, 'name' | 'description'> & Partial<DeviceProfileInput>,
  alarms: readonly DeviceProfileAlarm[],
): DeviceProfileInput {
  const { provisionConfiguration, ...provisioning } = provisioningOf(values);
  return {
    type: 'DEFAULT',
    transportType: transportTypeOf(values),
    ...provisioning,
    ...routingOf(values),
    ...rest,
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: transportConfiguration(values),
      provisionConfiguration,
      alarms: alarms.length > 0 ? [...alarms] : null,
    },
  };
}
