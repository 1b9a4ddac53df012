import type { BenchContext } from './context.ts';
import { format } from './figures.ts';
import { fillFleet } from './fill-fleet.ts';

/** Fills the tenant with devices, unless an earlier run has. */
export async function prepareFleet({ api, server }: BenchContext, devices: number): Promise<void> {
  const { totalElements } = await api.get<{ totalElements: number }>('/api/tenant/devices?pageSize=1&page=0');
  if (totalElements >= devices) return;
  const like = await api.post<{ id: { id: string } }>('/api/device', { name: 'bench fleet', type: 'default' });
  await fillFleet(server.dataDir, like.id.id, 0, devices, (count) => {
    if (count % 250_000 === 0) console.error(`        ${format(count)} devices`);
  });
  // Makes the server refresh its cached counts.
  await api.post('/api/device', { name: 'bench fleet, the last', type: 'default' });
}
