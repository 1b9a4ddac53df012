import { expect, it } from 'vitest';
import type { DecidingStores } from './effect-kind.ts';
import { tellEdges } from './tell-edges.ts';

it('has a bound for what the edges of a tenant are told, which others do not feel', () => {
  const news: Parameters<typeof tellEdges.adder>[0] = [];
  const tell = tellEdges.adder(news, {} as DecidingStores, () => undefined);
  const edgeIds = Array.from({ length: 30 }, (_, n) => `edge ${n}`);
  const body = { data: { t: 'x'.repeat(1_000_000) } };
  const tellOf = (tenantId: string) =>
    tell({ tenantId, edgeIds, action: 'TIMESERIES_UPDATED', type: 'DEVICE', entityId: 'device', body });
  for (let i = 0; i < 2; i++) tellOf('greedy');
  expect(() => tellOf('greedy')).toThrow('Edges are told too much at once');
  tellOf('other');
  expect(news).toHaveLength(3);
});
