import type { BenchContext } from './context.ts';
import { measureCalls } from './context.ts';

export interface BenchDevice {
  id: string;
  token: string;
}

/** Creates devices by REST, each with its own access token. */
export async function createDevices(context: BenchContext, name: string, count: number): Promise<BenchDevice[]> {
  const run = Date.now().toString(36);
  const devices: BenchDevice[] = [];
  await measureCalls(count, 8, async (index) => {
    const token = `bench-${name}-${run}-${index}`;
    const device = await context.api.post<{ id: { id: string } }>(`/api/device?accessToken=${token}`, {
      name: `bench ${name} ${run} ${index}`,
      type: 'default',
    });
    devices[index] = { id: device.id.id, token };
  });
  return devices;
}
