import type { Asset } from '@signalbox/contract/asset';
import type { ImportColumn, ImportReply } from '@signalbox/contract/bulk-import';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll } from 'vitest';
import { createTestTenant, type Person } from './people.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';

export let platform: TestPlatform;
export let admin: Person;

/** Starts a platform with a tenant whose administrator imports; for the tests of a file. */
export function setUpImports(): void {
  beforeAll(async () => {
    platform = await startTestPlatform();
    ({ admin } = await createTestTenant(platform, 'imports'));
  });
  afterAll(() => platform.stop());
}

const column = (text: string): ImportColumn => {
  const [type, key] = text.split(' ');
  return { type: type as ImportColumn['type'], ...(key ? { key } : {}) };
};

/** A request for a file without a header, from its columns (`SERVER_ATTRIBUTE fw`) and lines. */
export const request = (
  columns: readonly string[],
  lines: readonly string[],
  mapping: object = {},
  options?: object,
) => ({
  file: `${lines.join('\n')}\n`,
  mapping: { columns: columns.map(column), delimiter: ',', header: false, update: true, ...mapping },
  ...(options ? { options } : {}),
});
export const importDevices = (...given: Parameters<typeof request>): Promise<ImportReply> =>
  admin.post('/api/device/bulk_import', request(...given));

export const deviceNamed = (name: string) =>
  admin.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
export const credentialsOf = async (name: string) =>
  admin.get<DeviceCredentials>(`/api/device/${(await deviceNamed(name)).id.id}/credentials`);
export const attributesOf = async ({ id }: Device | Asset, scope: string) => {
  const found = await admin.get<{ key: string; value: unknown }[]>(
    `/api/plugins/telemetry/${id.entityType}/${id.id}/values/attributes/${scope}`,
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
};
export const deviceCount = async () =>
  (await admin.get<PageData<Device>>('/api/tenant/deviceInfos?pageSize=1&page=0')).totalElements;
