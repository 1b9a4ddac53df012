import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { logNode } from './log.ts';

test('writes payload and metadata to the log', async () => {
  const node = await tryRuleNode(logNode);
  expect(node.handle({ data: '{ "t": 1 }', metadata: { a: 'b' } })).toBe('Success');
  expect(node.logged).toEqual(['\nIncoming message:\n{"t":1}\nIncoming metadata:\n{"a":"b"}']);
});

test('fails the same way when the log level suppresses it', async () => {
  const node = await tryRuleNode(logNode, undefined, { logLevel: 'warn' });
  expect(node.handle({ data: '{}' })).toBe('Success');
  expect(() => node.handle({ data: 'not JSON' })).toThrow('JSON');
  expect(node.logged).toEqual([]);
});

test('fails when its script cannot be run', async () => {
  const node = await tryRuleNode(logNode, { jsScript: 'return 1;' });
  await expect(node.handle({})).rejects.toThrow('no scripts');
});
