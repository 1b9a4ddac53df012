import { expect, it } from 'vitest';
import { createStatesToWrite } from './states-to-write.ts';

interface State {
  tenantId: string;
  deviceId: string;
}
const stateOf = (tenantId: string, at: number): State => ({ tenantId, deviceId: `${tenantId} ${at}` });
const manyOf = (tenantId: string, count: number) => Array.from({ length: count }, (_, at) => stateOf(tenantId, at));
const idsOf = (states: readonly State[]) => states.map(({ deviceId }) => deviceId);

it('gives each tenant its part, and what others leave to the one that has more', () => {
  const states = createStatesToWrite<State>();
  for (const state of [...manyOf('large', 1_000), ...manyOf('small', 3), ...manyOf('other', 60)]) states.add(state);
  const taken = states.take(100);
  const ofTenant = (tenantId: string) => taken.filter((state) => state.tenantId === tenantId).length;
  expect([taken.length, ofTenant('small')]).toEqual([100, 3]);
  expect(ofTenant('other')).toBeGreaterThanOrEqual(33);
  expect(states.size).toBe(1_063 - 100);
  expect(idsOf(taken).filter((id) => id.startsWith('large'))[0]).toBe('large 0');
});

it('comes to all tenants where there are more than it takes', () => {
  const states = createStatesToWrite<State>();
  for (let tenant = 0; tenant < 50; tenant++) for (const state of manyOf(`tenant ${tenant}`, 5)) states.add(state);
  const served = new Set<string>();
  for (let time = 0; time < 5; time++) for (const { tenantId } of states.take(10)) served.add(tenantId);
  expect(served.size).toBe(50);
});

it('has a state once, until it is taken or deleted', () => {
  const states = createStatesToWrite<State>();
  const [one, other] = manyOf('tenant', 2) as [State, State];
  for (const state of [one, one, other]) states.add(state);
  expect([states.size, states.has(one)]).toEqual([2, true]);
  states.delete(one);
  states.delete(one);
  expect(idsOf(states.take(10))).toEqual(['tenant 1']);
  expect([states.size, states.has(other), states.take(10)]).toEqual([0, false, []]);
});
