import { expect, it } from 'vitest';
import { createClientCalls, TIMEOUT_ANSWER } from './client-calls.ts';

const of = (id: string) => ({ id, deviceId: `device of ${id}` });

it('times out the oldest call of a session when too many wait', async () => {
  const calls = createClientCalls(60_000);
  const answers = Array.from({ length: 1000 }, (_, id) => calls.wait(of('device'), id));
  const other = calls.wait(of('other'), 0);
  const next = calls.wait(of('device'), 1000);
  expect(await answers[0]).toBe(TIMEOUT_ANSWER);
  calls.answer(of('device'), 1, '1');
  calls.answer(of('device'), 1000, '1000');
  calls.answer(of('other'), 0, '"other"');
  expect(await Promise.all([answers[1], next, other])).toEqual(['1', '1000', '"other"']);
  calls.close();
  expect(await answers[2]).toBe(TIMEOUT_ANSWER);
});

it('takes an answer of the device that has called only', async () => {
  const calls = createClientCalls(60_000);
  const answer = calls.wait(of('session'), 1);
  calls.answer({ id: 'session', deviceId: 'another device' }, 1, '"wrong"');
  calls.answer(of('session'), 1, '"right"');
  expect(await answer).toBe('"right"');
});
