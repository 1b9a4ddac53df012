import { firstValueFrom } from 'rxjs';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '../bridge.ts';
import { createServices } from './services.ts';

it('names keys with commas by themselves, since a list of keys is split there', async () => {
  const call = vi.fn(async () => []);
  const { attributeService } = createServices({ call } as unknown as Bridge).services;
  const device = { entityType: 'DEVICE', id: 'd' };
  await firstValueFrom(attributeService.getEntityAttributes(device, 'SERVER_SCOPE'));
  await firstValueFrom(attributeService.getEntityAttributes(device, 'SERVER_SCOPE', ['a', 'b']));
  await firstValueFrom(
    attributeService.deleteEntityAttributes(
      device,
      'SERVER_SCOPE',
      ['a,b', 'c', 'd', 'e,f'].map((key) => ({ key, value: 1 })),
    ),
  );
  const telemetry = '/api/plugins/telemetry/DEVICE/d';
  expect(call.mock.calls.map(([, ...request]: unknown[]) => request.slice(0, 2))).toEqual([
    ['GET', `${telemetry}/values/attributes/SERVER_SCOPE`],
    ['GET', `${telemetry}/values/attributes/SERVER_SCOPE?keys=a%2Cb`],
    ['DELETE', `${telemetry}/SERVER_SCOPE?keys=c%2Cd&key=a%2Cb&key=e%2Cf`],
  ]);
});
