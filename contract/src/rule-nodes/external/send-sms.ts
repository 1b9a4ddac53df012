import * as z from 'zod/mini';
import { smsSettingsSchema } from '../../sms-settings.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, textSetting } from '../settings.ts';

export const sendSms = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.sms.TbSendSmsNode',
  kind: 'EXTERNAL',
  name: 'send sms',
  directive: 'tbActionNodeSendSmsConfig',
  icon: 'sms',
  configuration: z.object({
    numbersToTemplate: textSetting(''),
    smsMessageTemplate: textSetting(''),
    useSystemSmsSettings: booleanSetting(false),
    smsProviderConfiguration: z.pipe(
      z.optional(z.nullable(smsSettingsSchema)),
      z.transform((value) => value ?? null),
    ),
  }),
  defaultConfiguration: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
    numbersToTemplate: '${userPhone}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
    smsMessageTemplate: 'Device ${deviceName} has high temperature ${temp}',
    useSystemSmsSettings: true,
    smsProviderConfiguration: null,
  },
  fields: {
    numbersToTemplate: {
      control: 'text',
      label: 'Phone numbers',
      isRequired: true,
      isPattern: true,
      help: 'Such as +15551234567, several with commas between them.',
    },
    smsMessageTemplate: { control: 'text', label: 'Text', isRequired: true, isPattern: true, isLong: true },
    useSystemSmsSettings: { control: 'switch', label: 'The provider of the installation' },
    smsProviderConfiguration: { control: 'smsProvider', label: 'Provider', when: { useSystemSmsSettings: false } },
  },
  description: 'Sends a text message to one or several phones.',
  details:
    'The message leaves along <code>Success</code> once the provider has accepted the text for every number, and along ' +
    '<code>Failure</code> when it refuses one.',
});
