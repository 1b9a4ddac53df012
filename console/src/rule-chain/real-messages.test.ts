import { expect, it } from 'vitest';
import { type RealMessage, searchMessages } from './real-messages.ts';

const message = (id: string, change: Partial<RealMessage> = {}): RealMessage => ({
  ...{ id, ts: 1, nodeName: 'Too warm?', text: '', msgType: 'POST_TELEMETRY_REQUEST', msg: {}, metadata: {} },
  ...change,
});
const messages = [
  message('a', { msg: { temperature: 37 } }),
  message('b', { metadata: { deviceName: 'Boiler 7' } }),
  message('c', { msgType: 'CONNECT_EVENT', nodeName: 'Keep it' }),
];
const found = (search: string) => searchMessages(messages, search).map(({ id }) => id);

it('finds messages by what they hold, their metadata, type and node, in any case', () => {
  expect(found(' ')).toEqual(['a', 'b', 'c']);
  expect(found('"temperature":37')).toEqual(['a']);
  expect(found('boiler')).toEqual(['b']);
  expect(found('connect')).toEqual(['c']);
  expect(found('keep')).toEqual(['c']);
  expect(found('nothing')).toEqual([]);
});
