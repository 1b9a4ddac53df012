import { expect, it } from 'vitest';
import { newMessage } from '../../messages/message.ts';
import { prepareAlarmRuleEvents } from './alarm-rule-events.ts';

const read = async (type: string, data: string): Promise<unknown> => {
  const message = newMessage({ tenantId: 't', type, originator: { entityType: 'DEVICE', id: 'd' }, data, ts: 1_000 });
  return prepareAlarmRuleEvents(true).get(type)?.(message, {} as never, {} as never);
};
const values = (value: number) => [{ key: 't', value: { type: 'LONG', value } }];

it('reads telemetry in the order of its times', async () => {
  const data = '[{"ts":2,"values":{"t":2}},{"ts":1,"values":{"t":1}},{"t":3}]';
  expect(await read('POST_TELEMETRY_REQUEST', data)).toEqual([
    { type: 'telemetry', ts: 1, values: values(1) },
    { type: 'telemetry', ts: 2, values: values(2) },
    { type: 'telemetry', ts: 1_000, values: values(3) },
  ]);
});

it.each([
  ['POST_TELEMETRY_REQUEST', '{"t":1,"u":null}'],
  ['POST_TELEMETRY_REQUEST', '[{"ts":1,"values":{"t":null}}]'],
  ['TIMESERIES_UPDATED', '{"timeseries":[{"ts":1,"values":{"t":null}}]}'],
  ['POST_ATTRIBUTES_REQUEST', '{"t":null}'],
  ['ATTRIBUTES_UPDATED', '{"t":null}'],
])('refuses null, as nodes that save values do: %s %s', async (type, data) => {
  await expect(read(type, data)).rejects.toThrow();
});
