import type { PageData } from '@signalbox/contract/page';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { describe, expect, it } from 'vitest';
import { admin, importDevices, platform, request, setUpImports } from '../../test/import-world.ts';
import { createTestTenant } from '../../test/people.ts';

setUpImports();

describe('errors of lines', () => {
  it('name the line of the file and the field, and stop nothing else', async () => {
    const reply = await importDevices(
      ['NAME', 'LABEL'],
      ['Good 1,a', '<b>x</b>,b', `Long,${'x'.repeat(300)}`, 'Many,c,d', '', '"Good, 2",e'],
      {},
      { firstLine: 2001 },
    );
    expect(reply).toMatchObject({ created: 2, errors: 3 });
    expect(reply.failures).toEqual([
      { line: 2002, message: 'Validation error: name: field value is malformed' },
      { line: 2003, message: 'Validation error: length of label must be equal or less than 255' },
      { line: 2004, message: 'The line has 3 cells for 2 columns.' },
    ]);
  });

  it('of quotes end the import where they are', async () => {
    expect(await importDevices(['NAME', 'LABEL'], ['Before quotes,a', 'Broken,"b', 'After,c'])).toMatchObject({
      created: 1,
      errors: 1,
      errorsList: [
        'Line: 2; Error: A text in quotes does not end where a cell ends. The lines from here on were not read.',
      ],
    });
  });

  it('are bounded in the reply, and counted all', async () => {
    const reply = await importDevices(
      ['NAME', 'LABEL'],
      Array.from({ length: 2500 }, () => ',x'),
    );
    expect(reply.errors).toBe(2500);
    expect(reply.errorsList).toHaveLength(2000);
    expect(reply.errorsList[0]).toMatch(/^Line: 1;/);
  });

  it('of columns are those of the request', async () => {
    expect(await admin.call('POST', '/api/device/bulk_import', request(['NAME', 'TIMESERIES'], ['a,1']))).toMatchObject(
      { status: 400, body: { message: 'Column 2 (TIMESERIES) needs a key.' } },
    );
  });

  it('say when the tenant may not have more, also beforehand', async () => {
    const standard = (
      await platform.system.get<PageData<TenantProfile>>('/api/tenantProfiles?pageSize=9&page=0')
    ).data.find((profile) => profile.default) as TenantProfile;
    const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
      ...standard,
      id: null,
      name: 'Three devices',
      default: false,
      profileData: { configuration: { ...standard.profileData.configuration, maxDevices: 3 } },
    });
    const own = await createTestTenant(platform, 'small');
    await platform.system.post('/api/tenant', { ...own.tenant, tenantProfileId: profile.id } satisfies Tenant);
    const lines = ['A', 'B', 'C', 'D', 'E'];
    for (const options of [{ dryRun: true }, {}]) {
      expect(await own.admin.post('/api/device/bulk_import', request(['NAME'], lines, {}, options))).toMatchObject({
        created: 3,
        errors: 2,
        errorsList: [expect.stringContaining("Can't create more then 3 devices!"), expect.anything()],
      });
    }
  });
});
