import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { createServiceId } from './service-id.ts';

it('identifies each run of a server, also on the same machine', () => {
  const ids = new Set(Array.from({ length: 100 }, createServiceId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id.startsWith(hostname().slice(0, 40))).toBe(true);
});
