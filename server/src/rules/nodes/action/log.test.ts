import { LOG_SCRIPT } from '@signalbox/contract/rule-nodes/action/log-script';
import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { logNode } from './log.ts';

test('writes payload and metadata to the log', async () => {
  const node = await tryRuleNode(logNode);
  expect(node.handle({ data: '{ "t": 1 }', metadata: { a: 'b' } })).toBe('Success');
  expect(node.logged).toEqual(['Incoming message:\n{"t":1}\nIncoming metadata:\n{"a":"b"}']);
});

test('writes those of the default chains on lines of their own', async () => {
  const node = await tryRuleNode(logNode, { jsScript: LOG_SCRIPT });
  node.handle({ data: '{}' });
  expect(node.logged).toEqual(['\nIncoming message:\n{}\nIncoming metadata:\n{}']);
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
