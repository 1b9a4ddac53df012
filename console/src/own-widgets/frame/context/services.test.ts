import { firstValueFrom } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { permittedPath } from '../../permitted-call.ts';
import type { Bridge } from '../bridge.ts';
import { createServices } from './services.ts';

const ID = '0b6f9a54-5f2e-4d30-8a27-000000000001';
const DEVICE = { entityType: 'DEVICE', id: ID };

/** Methods whose names are made of the kind of entity. */
const named = (service: object, name: string) =>
  (service as Record<string, (...args: unknown[]) => { subscribe(): unknown }>)[name] ?? (() => ({ subscribe() {} }));

type Services = ReturnType<typeof createServices>['services'];

it.each<[string, (services: Services) => { subscribe(): unknown }, string, string]>([
  [
    'devices are assigned',
    ({ deviceService }) => named(deviceService, 'assignDeviceToCustomer')('c', ID),
    'POST',
    `/api/customer/c/device/${ID}`,
  ],
  [
    'assets are assigned',
    ({ assetService }) => named(assetService, 'assignAssetToCustomer')('c', ID),
    'POST',
    `/api/customer/c/asset/${ID}`,
  ],
  [
    'customers are found by their titles',
    ({ customerService }) => customerService.findByName('A & B'),
    'GET',
    '/api/tenant/customers?customerTitle=A+%26+B',
  ],
  ...(['getDashboards', 'getTenantDashboards', 'getTenantDashboardInfos'] as const).map(
    (name): [string, (services: Services) => { subscribe(): unknown }, string, string] => [
      `dashboards are listed: ${name}`,
      ({ dashboardService }) => dashboardService[name]({ pageSize: 5, page: 1 }),
      'GET',
      '/api/tenant/dashboards?pageSize=5&page=1',
    ],
  ),
  [
    'entities are read by their kind',
    ({ entityService }) => entityService.getEntity('DEVICE_PROFILE', ID),
    'GET',
    `/api/deviceProfile/${ID}`,
  ],
  [
    'relations are found by their end',
    ({ entityRelationService }) => entityRelationService.findInfoByTo(DEVICE),
    'GET',
    `/api/relations/info?toId=${ID}&toType=DEVICE`,
  ],
  [
    'the worst alarm is found',
    ({ alarmService }) => alarmService.getHighestAlarmSeverity(DEVICE, 'ACTIVE'),
    'GET',
    `/api/alarm/highestSeverity/DEVICE/${ID}?searchStatus=ACTIVE`,
  ],
])('%s', (_, ask, method, path) => {
  const call = vi.fn(async () => null);
  ask(createServices({ call } as unknown as Bridge).services).subscribe();
  expect(call).toHaveBeenCalledExactlyOnceWith('http', method, path, method === 'POST' ? null : undefined);
  expect(permittedPath(method, path)).toBe(path);
});

it('entities are found by how their names begin', async () => {
  const latest = { ENTITY_FIELD: { name: { value: 'Pump 1' }, label: { value: '' }, type: { value: 'pump' } } };
  const call = vi.fn(async () => ({ data: [{ entityId: DEVICE, latest }] }));
  const { entityService } = createServices({ call } as unknown as Bridge).services;
  const found = await new Promise((resolve) =>
    entityService.getEntitiesByNameFilter('DEVICE', 'Pump', -1).subscribe(resolve),
  );
  expect(found).toEqual([{ id: DEVICE, name: 'Pump 1', label: '', type: 'pump' }]);
  const entityFilter = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Pump' };
  const query = expect.objectContaining({ entityFilter, pageLink: expect.objectContaining({ pageSize: 1024 }) });
  expect(call).toHaveBeenCalledWith('http', 'POST', '/api/entitiesQuery/find', query);
});

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
