import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createAdminSettingStore } from '../storage/admin-setting-store.ts';
import { openDatabase } from '../storage/database.ts';
import { storeBaseUrl } from './system-data.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.stop());

describe('the address of the console', () => {
  const read = async () => (await platform.system.get<{ jsonValue: object }>('/api/admin/settings/general')).jsonValue;

  it('has the port that the server listens on', async () => {
    expect(await read()).toEqual({ baseUrl: `http://localhost:${platform.httpPort()}`, prohibitDifferentUrl: false });
  });

  it('changes with a port that the operating system chooses, until somebody sets it', async () => {
    const { db, close } = openDatabase(platform.database.connection, 1);
    const settings = createAdminSettingStore(db);
    const stored = async () => (await settings.find('general'))?.value;
    await storeBaseUrl(settings, 4001, true);
    expect(await stored()).toMatchObject({ baseUrl: 'http://localhost:4001' });
    await storeBaseUrl(settings, 4002, false);
    expect(await stored()).toMatchObject({ baseUrl: 'http://localhost:4001' });
    for (const chosen of [
      { baseUrl: 'https://iot.example.com', prohibitDifferentUrl: false },
      { baseUrl: 'http://localhost:9000', prohibitDifferentUrl: true },
    ]) {
      await settings.put('general', chosen);
      await storeBaseUrl(settings, 4003, true);
      expect(await stored()).toEqual(chosen);
    }
    await close();
  });
});
