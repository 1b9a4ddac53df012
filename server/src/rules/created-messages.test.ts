import { expect, test } from 'vitest';
import { type Message, newMessage } from '../messages/message.ts';
import { boundCreatedMessages } from './created-messages.ts';

const messageOf = (tenantId: string): Message =>
  newMessage({ tenantId, type: 'ENTITY_CREATED', originator: { entityType: 'ALARM', id: 'alarm' }, data: '{}' });
const times = (count: number, tenantId: string): Message[] => Array.from({ length: count }, () => messageOf(tenantId));

test('what nodes create has a bound for each tenant, which others do not feel', () => {
  const refusalOf = boundCreatedMessages([...times(200, 'many'), ...times(1, 'few')]);
  const refused = (count: number, tenantId: string): number =>
    times(count, tenantId).filter((message) => refusalOf(message, 1) !== undefined).length;
  expect(refused(12_000, 'few')).toBe(2_000);
  // A hundred for each message that came.
  expect(refused(20_001, 'many')).toBe(1);
  expect(refused(10_000, 'none')).toBe(0);
  expect(refusalOf(messageOf('few'), 1)).toContain('more than 10000 messages');
});

test('messages that follow each other end', () => {
  const refusalOf = boundCreatedMessages(times(1, 'one'));
  expect(refusalOf(messageOf('one'), 100)).toBeUndefined();
  expect(refusalOf(messageOf('one'), 101)).toContain('may go in a circle');
});
