import type pg from 'pg';
import { expect, it } from 'vitest';
import { createCountingBus } from '../../test/counting-bus.ts';
import { composeRegistry } from './compose-registry.ts';

it('listens for changes of entities until it is closed', async () => {
  const liveBus = createCountingBus();
  const registry = composeRegistry({ pool: {} as pg.Pool, liveBus });
  expect(liveBus.ofKinds()).toBeGreaterThan(3);
  await registry.close();
  expect(liveBus.ofKinds()).toBe(0);
});
