import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let profile: DeviceProfile;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
  profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
    name: 'Freezer',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: {},
  });
});
afterAll(() => platform?.stop());

const KEYS = [
  { key: 'temperature', unit: '°C' },
  { key: 'door', unit: '' },
];
const named = () => acme.customerUser.get('/api/deviceProfiles/nowKeys');
const save = (keys: unknown) => acme.admin.call('POST', `/api/deviceProfile/${profile.id.id}/nowKeys`, { keys });

describe('the keys that a profile names for lists of its devices', () => {
  it('are none at first; everybody of the tenant reads them, and nobody else', async () => {
    expect(await named()).toEqual([]);
    expect(await save([...KEYS, { key: 'door', unit: 'x' }])).toMatchObject({ status: 200, body: { keys: KEYS } });
    expect(await named()).toEqual([{ deviceProfileId: profile.id.id, keys: KEYS }]);
    expect(await other.admin.get('/api/deviceProfiles/nowKeys')).toEqual([]);
    const path = `/api/deviceProfile/${profile.id.id}/nowKeys`;
    expect(await acme.customerUser.call('POST', path, { keys: [] })).toMatchObject({ status: 403 });
    expect(await other.admin.call('POST', path, { keys: [] })).toMatchObject({ status: 404 });
  });

  it('stay when a client that does not know them saves the profile, which never shows them', async () => {
    const saved = await acme.admin.post<DeviceProfile>('/api/deviceProfile', { ...profile, description: 'Cold' });
    expect(saved).toEqual({ ...profile, description: 'Cold' });
    expect(await named()).toEqual([{ deviceProfileId: profile.id.id, keys: KEYS }]);
  });

  it('are four at most, with names; none takes them away', async () => {
    expect(await save(Array.from({ length: 5 }, (_, at) => ({ key: `k${at}`, unit: '' })))).toMatchObject({
      status: 400,
    });
    expect(await save([{ key: '', unit: '' }])).toMatchObject({ status: 400 });
    expect(await save([])).toMatchObject({ status: 200, body: { keys: [] } });
    expect(await named()).toEqual([]);
  });
});
