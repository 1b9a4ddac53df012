import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { saveTimeseriesNode } from './save-timeseries.ts';

const point = { key: 't', value: { type: 'LONG', value: 1 } };

test('stores values at the time in the payload, the metadata or the message, in this order', async () => {
  const node = await tryRuleNode(saveTimeseriesNode, { defaultTTL: '7', unknown: true });
  expect(node.handle({ data: '{"t":1}' })).toBe('Success');
  node.handle({ data: '{"t":1}', metadata: { ts: '2000' } });
  node.handle({ data: '[{"ts":3000,"values":{"t":1}}]', metadata: { ts: '2000', TTL: '9' } });
  expect(node.saved).toEqual([
    { points: [{ ts: 1000, values: [point] }], ttl: 7 },
    { points: [{ ts: 2000, values: [point] }], ttl: 7 },
    { points: [{ ts: 3000, values: [point] }], ttl: 9 },
  ]);
});

test.each([
  [{ type: 'POST_ATTRIBUTES_REQUEST' }, 'Unsupported msg type: POST_ATTRIBUTES_REQUEST'],
  [{ data: '{}' }, 'Msg body is empty: {}'],
  [{ data: '{"a":null}' }, "Can't parse value"],
  [{ data: '7' }, /./],
  [{ data: '{" ":1}' }, 'Key cannot be empty'],
  [
    { data: '[{"ts":4102444800000,"values":{"t":1}}]' },
    'The time 4102444800000 (2100-01-01T00:00:00.000Z) is more than',
  ],
  [{ data: '{"t":1}', metadata: { ts: '4102444800000' } }, 'The time 4102444800000'],
  [{ data: '{"t":1}', metadata: { TTL: 'soon' } }, "'TTL' must be a whole number"],
])('fails for %o', async (message, text) => {
  const node = await tryRuleNode(saveTimeseriesNode);
  expect(() => node.handle(message)).toThrow(text);
  expect(node.saved).toEqual([]);
});
