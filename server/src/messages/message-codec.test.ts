import { expect, test } from 'vitest';
import { type Message, newMessage } from './message.ts';
import { decodeMessages, encodeMessages } from './message-codec.ts';

const plain = newMessage({
  tenantId: '6faf8590-e57e-11f1-a2cf-f30f015b2b9a',
  type: 'POST_TELEMETRY_REQUEST',
  originator: { entityType: 'DEVICE', id: '43e6cd90-e580-11f1-9def-6fbc04ae5d78' },
  metadata: { deviceName: 'Büro ☃ "1"', ts: '1' },
  data: '{"t":1,"text":"\\u0000 \ud83d\ude00"}',
});
const rare = newMessage({
  ...plain,
  customerId: '70096560-e57e-11f1-a2cf-f30f015b2b9a',
  dataType: 'TEXT',
  queueName: 'HighPriority',
  ruleChainId: 'chain',
  ruleNodeId: 'node',
  relation: 'Success',
  ruleNodeExecCounter: 3,
  metadata: {},
});

const continued = { ...rare, relation: 'Failure', failure: 'no answer', sourceId: 'first' };
const copied = { ...plain, sourceId: 'first' };

test.each([4, 500])('messages come back as they were, %d at once', (count) => {
  const messages = Array.from({ length: count }, (_, index) => [plain, rare, continued, copied][index % 4] as Message);
  expect(decodeMessages(encodeMessages(messages))).toEqual(messages);
});

test('metadata may have names that every object has', () => {
  const metadata = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<string, string>;
  const [message] = decodeMessages(encodeMessages([{ ...plain, metadata }]));
  expect(JSON.stringify(message?.metadata)).toBe(JSON.stringify(metadata));
});
