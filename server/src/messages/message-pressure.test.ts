import { expect, it, vi } from 'vitest';
import { createMessagePressure } from './message-pressure.ts';

const MEGABYTE = 1024 * 1024;

it('makes a tenant wait that has used its share, and no other', () => {
  const pressure = createMessagePressure(32 * MEGABYTE);
  const flood = pressure.account('flood');
  pressure.add(flood, 17 * MEGABYTE);
  expect(pressure.state('flood').full).toBe(true);
  expect(pressure.state('quiet').full).toBe(false);
  expect(pressure.state()).toMatchObject({ full: false, bytes: 17 * MEGABYTE });
});

it('divides the memory among the tenants that use it, and guarantees each a minimum', () => {
  const pressure = createMessagePressure(32 * MEGABYTE);
  for (let number = 0; number < 7; number++) pressure.add(pressure.account(`tenant ${number}`), 1);
  pressure.add(pressure.account('flood'), 3 * MEGABYTE);
  expect(pressure.state('flood').full).toBe(true);
  for (let number = 0; number < 1_000; number++) pressure.add(pressure.account(`many ${number}`), 200 * 1024);
  expect(pressure.state('many 999').full).toBe(false);
});

it('relieves a tenant once when its backlog is processed', () => {
  const pressure = createMessagePressure(32 * MEGABYTE);
  const flood = pressure.account('flood');
  const relieved = vi.fn();
  pressure.add(flood, 17 * MEGABYTE);
  pressure.onRelief(relieved, 'flood');
  pressure.remove(flood, 8 * MEGABYTE);
  expect(relieved).not.toHaveBeenCalled();
  pressure.remove(flood, 2 * MEGABYTE);
  expect(relieved).toHaveBeenCalledTimes(1);
  pressure.remove(flood, 7 * MEGABYTE);
  expect(relieved).toHaveBeenCalledTimes(1);
  expect(pressure.state('flood')).toEqual({ full: false, bytes: 0 });
});
