// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { expect, test } from 'vitest';
import { callOutside, type OutsideOptions } from '../../../../test/outside-node.ts';
import type { Sms } from '../../../sms/sms-sender.ts';
import { createUsageMeter } from '../../../usage/usage-meter.ts';
import { sendSmsNode } from './send-sms.ts';

const PROVIDER = { type: 'TWILIO', accountSid: 'AC1', accountToken: 't', numberFrom: '+15550100' } as const;

async function send(configuration: object, options: OutsideOptions = {}) {
  const sent: (Sms & { by: string })[] = [];
  const sms = {
    send: async (message: Sms) => void sent.push({ ...message, by: 'installation' }),
    sendWith: async (settings: { type: string }, message: Sms) => void sent.push({ ...message, by: settings.type }),
  };
  const usage = createUsageMeter(() => undefined);
  const [output] = await callOutside(
    sendSmsNode,
    { ...sendSmsNode.defaultConfiguration, smsMessageTemplate: '$[t] in ${place}', ...configuration },
    {
      message: { data: '{"t":21}', metadata: { place: 'hall', userPhone: '+15550101, +15550102' } },
      ...options,
      services: { sms, usage, ...options.services },
    },
  );
  return { output, sent };
}

test('sends the text to every number, by the provider of the installation', async () => {
  const { output, sent } = await send({});
  expect(output?.relation).toBe('Success');
  expect(sent).toEqual([
    { to: '+15550101', text: '21 in hall', by: 'installation' },
    { to: '+15550102', text: '21 in hall', by: 'installation' },
  ]);
});

test('sends by a provider of its own', async () => {
  const { sent } = await send({ useSystemSmsSettings: false, smsProviderConfiguration: PROVIDER });
  expect(sent.map(({ by }) => by)).toEqual(['TWILIO', 'TWILIO']);
});

test.each([
  ['a number that is not one', { numbersToTemplate: '+15550101,me' }, "'me' is not a phone number"],
  ['no number', { numbersToTemplate: ' , ' }, 'between 1 and 100'],
  ['a text that is too long', { smsMessageTemplate: 'x'.repeat(1601) }, 'longer than 1600'],
])('fails for %s, and sends to nobody', async (_what, configuration, reason) => {
  const { output, sent } = await send(configuration);
  expect(output?.message.metadata.error).toContain(reason);
  expect(sent).toEqual([]);
});

test('stops at the limit of the tenant', async () => {
  const usage = createUsageMeter(() => undefined);
  usage.of('tenant').left.fill(1);
  const { output, sent } = await send({}, { services: { usage } });
  expect(output?.relation).toBe('Failure');
  expect(sent).toHaveLength(1);
});

test('says that no provider is set up', async () => {
  const [output] = await callOutside(
    sendSmsNode,
    { ...sendSmsNode.defaultConfiguration, numbersToTemplate: '+15550101' },
    {},
  );
  expect(output?.message.metadata.error).toContain('no provider of text messages is set up');
});
