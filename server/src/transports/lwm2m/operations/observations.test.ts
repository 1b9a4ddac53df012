import { expect, it } from 'vitest';
import { createObservations } from './observations.ts';

/** Observations of a client that answers when it is told to. */
function observed() {
  const forgotten: string[] = [];
  const answers: (() => void)[] = [];
  const observations = createObservations({
    operations: {
      observe: () =>
        new Promise((resolve) =>
          answers.push(() =>
            resolve({ code: '2.05', explanation: '', entries: [], payload: Buffer.alloc(0), observation: 'one' }),
          ),
        ),
      stopObserving: async () => ({ code: '2.05', explanation: '', entries: [], payload: Buffer.alloc(0) }),
    },
    onValues: async () => undefined,
    forget: (observation) => forgotten.push(observation),
  });
  return { observations, forgotten, answer: () => answers.shift()?.() };
}

it('forgets an observation that is answered when its client has gone, or has started over', async () => {
  const { observations, forgotten, answer } = observed();
  const begun = observations.begin([3, 0, 9]);
  observations.forgetAll();
  answer();
  await expect(begun).rejects.toThrow('started over');
  expect(forgotten).toEqual(['one']);
  expect(observations.paths()).toEqual([]);
  // It may be observed again.
  const again = observations.begin([3, 0, 9]);
  answer();
  await again;
  expect(observations.has([3, 0, 9])).toBe(true);
  expect(forgotten).toEqual(['one']);
});
