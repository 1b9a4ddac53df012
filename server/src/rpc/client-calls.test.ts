import { expect, it } from 'vitest';
import { createClientCalls, TIMEOUT_ANSWER } from './client-calls.ts';

it('times out the oldest call of a session when too many wait', async () => {
  const calls = createClientCalls(60_000);
  const answers = Array.from({ length: 1000 }, (_, id) => calls.wait('device', id));
  const other = calls.wait('other', 0);
  const next = calls.wait('device', 1000);
  expect(await answers[0]).toBe(TIMEOUT_ANSWER);
  calls.answer('device', 1, '1');
  calls.answer('device', 1000, '1000');
  calls.answer('other', 0, '"other"');
  expect(await Promise.all([answers[1], next, other])).toEqual(['1', '1000', '"other"']);
  calls.close();
  expect(await answers[2]).toBe(TIMEOUT_ANSWER);
});
