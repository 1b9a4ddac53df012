import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { sendSms } from '@signalbox/contract/rule-nodes/external/send-sms';
import { MAX_SMS_LENGTH, PHONE_NUMBER } from '@signalbox/contract/sms-settings';
import { COUNTER } from '../../../usage/usage-meter.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';

/** Phones of one message. */
const MAX_NUMBERS = 100;

export const sendSmsNode = implementRuleNode(sendSms, {
  start({ numbersToTemplate, smsMessageTemplate, useSystemSmsSettings, smsProviderConfiguration }, services, place) {
    const { sms, usage } = services;
    if (!useSystemSmsSettings && !smsProviderConfiguration) throw new Error('The provider is not set');
    const numbersOf = compileTemplate(numbersToTemplate);
    const textOf = compileTemplate(smsMessageTemplate);
    return callingOutside(place, {
      sends: (message) => ({ to: numbersOf(message), text: textOf(message) }),
      async call(message) {
        const text = textOf(message);
        if (text.length > MAX_SMS_LENGTH) throw new Error(`The text is longer than ${MAX_SMS_LENGTH} characters`);
        const numbers = numbersOf(message)
          .split(',')
          .map((number) => number.trim())
          .filter((number) => number !== '');
        const wrong = numbers.find((number) => !PHONE_NUMBER.test(number));
        if (wrong !== undefined) throw new Error(`'${wrong}' is not a phone number`);
        if (numbers.length === 0 || numbers.length > MAX_NUMBERS) {
          throw new Error(`There must be between 1 and ${MAX_NUMBERS} phone numbers`);
        }
        for (const to of numbers) {
          const used = usage.of(message.tenantId);
          if (!used.mayUse('SMS'))
            throw new Error('No more text messages may be sent: the limit of the tenant is reached');
          if (useSystemSmsSettings) await sms.send({ to, text });
          else if (smsProviderConfiguration) await sms.sendWith(smsProviderConfiguration, { to, text });
          used.add(COUNTER.textMessages);
        }
        return SUCCESS;
      },
    });
  },
});
