import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { OtaPackage, OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { type Reply, startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let profileId: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
  profileId = await defaultProfile(acme);
});
afterAll(() => platform?.stop());

const defaultProfile = async ({ admin }: TestTenant): Promise<string> =>
  (await admin.get<{ id: { id: string } }>('/api/deviceProfileInfo/default')).id.id;

let made = 0;
const described = (more: object = {}) => ({
  type: 'FIRMWARE',
  title: `Firmware ${++made}`,
  version: '1.0',
  tag: 'Tag',
  deviceProfileId: { entityType: 'DEVICE_PROFILE', id: profileId },
  additionalInfo: { description: 'First' },
  ...more,
});
const create = (more?: object, { admin }: TestTenant = acme): Promise<OtaPackageInfo> =>
  admin.post<OtaPackageInfo>('/api/otaPackage', described(more));
const refusal = async (reply: Promise<Reply>, status = 400): Promise<string> => {
  const { status: found, body } = await reply;
  expect(found, JSON.stringify(body)).toBe(status);
  return (body as { message: string }).message;
};

/** Sends a form as clients do, over a real connection. */
async function upload(
  { id }: OtaPackageInfo,
  file: Buffer,
  query = 'checksumAlgorithm=SHA256',
  fileName = 'image.bin',
  { admin }: TestTenant = acme,
): Promise<Reply> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'application/x-image' }), fileName);
  const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}/api/otaPackage/${id.id}?${query}`, {
    method: 'POST',
    headers: { 'x-authorization': `Bearer ${admin.token}` },
    body: form,
  });
  return { status: reply.status, body: await reply.json(), headers: {} };
}
const bytes = (length: number, seed = 7): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * seed + (index >> 8)) & 255));
const sha256 = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
const read = (id: string): Promise<OtaPackage> => acme.admin.get(`/api/otaPackage/${id}`);

describe('a package with a file', () => {
  it('is described, uploaded, read and downloaded', async () => {
    const info = await create();
    expect(info).toEqual({
      id: { entityType: 'OTA_PACKAGE', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: acme.tenant.id,
      additionalInfo: { description: 'First' },
      deviceProfileId: { entityType: 'DEVICE_PROFILE', id: profileId },
      type: 'FIRMWARE',
      title: info.title,
      version: '1.0',
      tag: 'Tag',
      url: null,
      hasData: false,
      fileName: null,
      contentType: null,
      checksumAlgorithm: null,
      checksum: null,
      dataSize: null,
    });
    expect((await read(info.id.id)).data).toBeNull();
    const file = bytes(1_000_003);
    const { status, body } = await upload(info, file, `checksumAlgorithm=sha256&checksum=${sha256(file)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const whole = {
      ...info,
      hasData: true,
      fileName: 'image.bin',
      contentType: 'application/x-image',
      checksumAlgorithm: 'SHA256',
      checksum: sha256(file),
      dataSize: file.length,
    };
    expect(body).toEqual(whole);
    expect(await acme.admin.get(`/api/otaPackage/info/${info.id.id}`)).toEqual(whole);
    expect(await read(info.id.id)).toEqual({ ...whole, data: file.toString('base64') });
    const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}/api/otaPackage/${info.id.id}/download`, {
      headers: { 'x-authorization': `Bearer ${acme.admin.token}` },
    });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/x-image',
      'content-disposition': 'attachment;filename=image.bin',
      'x-filename': 'image.bin',
      'content-length': '1000003',
    });
    expect(file.equals(Buffer.from(await reply.arrayBuffer()))).toBe(true);
  });

  it('takes the same file again and no other one', async () => {
    const info = await create();
    const file = bytes(300_000);
    await upload(info, file);
    expect((await upload(info, file)).status).toBe(200);
    expect(await refusal(upload(info, bytes(300_000, 3)))).toBe('Updating otaPackage data is prohibited!');
    expect(await refusal(upload(info, bytes(400_000)))).toBe('Updating otaPackage data is prohibited!');
    expect(await refusal(upload(info, file, 'checksumAlgorithm=MD5'))).toBe(
      'Updating otaPackage content type is prohibited!',
    );
    expect(await refusal(upload(info, file, undefined, 'other.bin'))).toBe(
      'Updating otaPackage file name is prohibited!',
    );
  });

  it('is refused with another checksum, without bytes, and without a form', async () => {
    const info = await create();
    expect(await refusal(upload(info, bytes(10), 'checksumAlgorithm=CRC32&checksum=00000000'))).toBe(
      'Wrong otaPackage file!',
    );
    expect(await refusal(upload(info, bytes(0)))).toBe('OtaPackage data should be specified!');
    expect(await refusal(upload(info, bytes(10), 'checksumAlgorithm=SHA1'))).toMatch(/checksumAlgorithm/);
    const path = `/api/otaPackage/${info.id.id}?checksumAlgorithm=MD5`;
    expect(await refusal(acme.admin.call('POST', path, {}))).toMatch(/multipart/);
    const { hasData } = await acme.admin.get<OtaPackageInfo>(`/api/otaPackage/info/${info.id.id}`);
    expect(hasData).toBe(false);
    const left = await platform.database.pool.query('SELECT id FROM ota_content WHERE package_id = $1', [info.id.id]);
    expect(left.rows).toEqual([]);
    expect((await upload(info, bytes(10), 'checksumAlgorithm=CRC32')).status).toBe(200);
  });

  it('is uploaded in parts, which go on where they ended', async () => {
    const info = await create();
    const path = `/api/otaPackage/${info.id.id}/upload`;
    const file = bytes(500_000);
    const send = async (offset: number, part: Buffer): Promise<Reply> => {
      const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}${path}?offset=${offset}`, {
        method: 'POST',
        headers: { 'x-authorization': `Bearer ${acme.admin.token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(part),
      });
      return { status: reply.status, body: await reply.json(), headers: {} };
    };
    expect(await acme.admin.get(path)).toEqual({ received: 0 });
    expect((await send(0, file.subarray(0, 250_001))).body).toEqual({ received: 250_001 });
    expect(await acme.admin.get(path)).toEqual({ received: 250_001 });
    const wrong = await send(100, file);
    expect(wrong).toMatchObject({ status: 409, body: { received: 250_001 } });
    expect((await send(250_001, file.subarray(250_001))).body).toEqual({ received: 500_000 });
    const bad = `${path}/complete?checksumAlgorithm=MD5&fileName=a.bin&checksum=00`;
    expect(await refusal(acme.admin.call('POST', bad))).toBe('Wrong otaPackage file!');
    const done = await acme.admin.post<OtaPackageInfo>(
      `${path}/complete?checksumAlgorithm=SHA256&fileName=a.bin&checksum=${sha256(file)}`,
    );
    expect(done).toMatchObject({ hasData: true, fileName: 'a.bin', dataSize: 500_000, checksum: sha256(file) });
    expect((await read(info.id.id)).data).toBe(file.toString('base64'));
    expect(await refusal(send(0, file))).toBe('Updating otaPackage data is prohibited!');
  });

  it('goes on after any byte at which the upload of a part broke off', async () => {
    const file = bytes(48);
    const headers = { 'x-authorization': `Bearer ${acme.admin.token}`, 'content-type': 'application/octet-stream' };
    for (let cut = 0; cut <= file.length; cut++) {
      const info = await create();
      const path = `/api/otaPackage/${info.id.id}/upload`;
      const broken = request({
        ...{ port: platform.httpPort(), method: 'POST', path: `${path}?offset=0`, agent: false },
        headers: { ...headers, 'content-length': file.length + 1 },
      });
      const gone = new Promise((resolve) => broken.once('close', resolve));
      broken.on('error', () => undefined);
      await new Promise((resolve) => broken.write(file.subarray(0, cut), resolve));
      broken.destroy();
      await gone;
      await expect
        .poll(async () => {
          const { received } = await acme.admin.get<{ received: number }>(path);
          const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}${path}?offset=${received}`, {
            method: 'POST',
            headers,
            body: new Uint8Array(file.subarray(received)),
          });
          return ((await reply.json()) as { received: number }).received;
        })
        .toBe(file.length);
      const complete = `${path}/complete?checksumAlgorithm=SHA256&fileName=a.bin&checksum=${sha256(file)}`;
      expect(await acme.admin.post(complete), `after ${cut} bytes`).toMatchObject({ hasData: true, dataSize: 48 });
      expect((await read(info.id.id)).data).toBe(file.toString('base64'));
    }
  });

  it('is not there when its upload breaks off', async () => {
    const info = await create();
    const path = `/api/otaPackage/${info.id.id}?checksumAlgorithm=MD5`;
    const sending = request({
      ...{ port: platform.httpPort(), method: 'POST', path },
      headers: { 'x-authorization': `Bearer ${acme.admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    sending.on('error', () => undefined);
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    sending.write(bytes(2_000_000));
    const stored = async (): Promise<number | undefined> => {
      const { rows } = await platform.database.pool.query('SELECT size FROM ota_content WHERE package_id = $1', [
        info.id.id,
      ]);
      return rows[0]?.size;
    };
    await expect.poll(stored, { timeout: 40_000 }).toBeGreaterThan(0);
    sending.destroy();
    await expect.poll(stored, { timeout: 40_000 }).toBeUndefined();
    expect((await read(info.id.id)).data).toBeNull();
  });

  it('leaves nothing behind when it is deleted, or its upload is given up', async () => {
    const info = await create();
    await upload(info, bytes(600_000));
    const cancelled = await create();
    await acme.admin.call('POST', `/api/otaPackage/${cancelled.id.id}/upload?offset=0`, 'bytes');
    const left = async () => {
      const { rows } = await platform.database.pool.query(
        `SELECT count(*)::integer AS parts FROM ota_content_part
         WHERE content_id IN (SELECT id FROM ota_content WHERE package_id IS NULL OR package_id = ANY ($1))`,
        [[info.id.id, cancelled.id.id]],
      );
      return rows[0].parts as number;
    };
    expect(await left()).toBeGreaterThan(4);
    await acme.admin.delete(`/api/otaPackage/${info.id.id}`);
    await acme.admin.delete(`/api/otaPackage/${cancelled.id.id}/upload`);
    await expect.poll(left, { timeout: 40_000 }).toBe(0);
    expect(await refusal(acme.admin.call('GET', `/api/otaPackage/info/${info.id.id}`), 404)).toMatch(/not found/);
  });
});

describe('what is said of a package', () => {
  it('is refused when something is missing, unknown or taken', async () => {
    const known = await create();
    const foreign = { entityType: 'DEVICE_PROFILE', id: await defaultProfile(other) };
    for (const [more, message] of [
      [{ type: null }, 'Type should be specified!'],
      [{ title: ' ' }, 'OtaPackage title should be specified!'],
      [{ version: '' }, 'OtaPackage version should be specified!'],
      [{ usesUrl: true, url: ' ' }, 'Ota package URL should be specified!'],
      [{ deviceProfileId: foreign }, 'OtaPackage is referencing to non-existent device profile!'],
      [{ title: known.title }, 'OtaPackage with such title and version already exists!'],
    ] as const) {
      expect(await refusal(acme.admin.call('POST', '/api/otaPackage', described(more)))).toBe(message);
    }
  });

  it('stays as it is, except for the description', async () => {
    const known = await create();
    const changed = await acme.admin.post<OtaPackageInfo>('/api/otaPackage', { ...known, additionalInfo: { a: 1 } });
    expect(changed).toEqual({ ...known, additionalInfo: { a: 1 } });
    for (const [more, what] of [
      [{ type: 'SOFTWARE' }, 'type'],
      [{ title: 'Other' }, 'otaPackage title'],
      [{ version: '2' }, 'otaPackage version'],
      [{ tag: 'Other' }, 'otaPackage tag'],
      [{ deviceProfileId: null }, 'otaPackage deviceProfile'],
    ] as const) {
      const reply = acme.admin.call('POST', '/api/otaPackage', { ...known, ...more });
      expect(await refusal(reply)).toBe(`Updating ${what} is prohibited!`);
    }
    const log = await acme.admin.get<PageData<AuditLog>>(
      `/api/audit/logs/entity/OTA_PACKAGE/${known.id.id}?pageSize=100&page=0`,
    );
    expect(log.data.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`).sort()).toEqual([
      'ADDED SUCCESS',
      ...Array.from({ length: 5 }, () => 'UPDATED FAILURE'),
      'UPDATED SUCCESS',
    ]);
  });

  it('may be an address instead of a file', async () => {
    const known = await create({ usesUrl: true, url: 'https://files.example/1' });
    expect(known).toMatchObject({ hasData: false, url: 'https://files.example/1' });
    const path = `/api/otaPackage/info/${known.id.id}`;
    expect(await acme.admin.get(path)).toEqual({ ...known, hasData: true });
    expect(await refusal(upload(known, bytes(10)))).toBe("File can't be saved if URL present!");
    await refusal(acme.admin.call('GET', `/api/otaPackage/${known.id.id}/download`));
    const moved = acme.admin.call('POST', '/api/otaPackage', { ...known, url: 'https://files.example/2' });
    expect(await refusal(moved)).toBe('Updating otaPackage URL is prohibited!');
  });
});

it('lists packages: all, and those that a profile can be given', async () => {
  const withFile = await create({ title: 'Listed b', type: 'SOFTWARE' });
  await upload(withFile, bytes(10));
  await create({ title: 'Listed a', type: 'SOFTWARE' });
  await create({ title: 'Listed c', type: 'SOFTWARE', usesUrl: true, url: 'https://files.example' });
  const titles = async (path: string): Promise<string[]> => {
    const query = 'pageSize=10&page=0&textSearch=LISTED&sortProperty=title&sortOrder=ASC';
    return (await acme.admin.get<PageData<OtaPackageInfo>>(`${path}?${query}`)).data.map(({ title }) => title);
  };
  expect(await titles('/api/otaPackages')).toEqual(['Listed a', 'Listed b', 'Listed c']);
  expect(await titles(`/api/otaPackages/${profileId}/SOFTWARE`)).toEqual(['Listed b', 'Listed c']);
  expect(await titles(`/api/otaPackages/${profileId}/FIRMWARE`)).toEqual([]);
  for (const sortProperty of ['createdTime', 'type', 'version', 'tag', 'url', 'fileName', 'dataSize', 'checksum']) {
    await acme.admin.get(`/api/otaPackages?pageSize=10&page=0&sortProperty=${sortProperty}&sortOrder=DESC`);
  }
});

it('finds packages by their version where that is asked for, and else by their title, as clients expect', async () => {
  await create({ title: 'Searched pump', version: '7.4.2-rc', usesUrl: true, url: 'https://files.example' });
  await create({ title: 'Searched valve', version: '7.5', usesUrl: true, url: 'https://files.example' });
  const titles = async (textSearch: string, more = '', path = '/api/otaPackages'): Promise<string[]> => {
    const query = new URLSearchParams({ pageSize: '10', page: '0', textSearch, sortProperty: 'title' });
    return (await acme.admin.get<PageData<OtaPackageInfo>>(`${path}?${query}${more}`)).data.map(({ title }) => title);
  };
  expect(await titles('7.4.2-RC')).toEqual([]);
  expect(await titles('7.4.2-RC', '&withVersion=false')).toEqual([]);
  expect(await titles('7.4.2-RC', '&withVersion=true')).toEqual(['Searched pump']);
  expect(await titles('searched', '&withVersion=true')).toEqual(['Searched pump', 'Searched valve']);
  expect(await titles('valve 7.5', '&withVersion=true')).toEqual(['Searched valve']);
  const assignable = `/api/otaPackages/${profileId}/FIRMWARE`;
  expect(await titles('7.4.2', '', assignable)).toEqual([]);
  expect(await titles('7.4.2', '&withVersion=true', assignable)).toEqual(['Searched pump']);
  expect(await titles('7_4', '&withVersion=true')).toEqual([]);
});

it('keeps all files of a tenant within the limit of its profile', async () => {
  const limit = 500_000;
  const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
    name: 'Small files',
    profileData: { configuration: { type: 'DEFAULT', maxOtaPackagesInBytes: limit } },
  });
  const tenant = await platform.system.get<object>(`/api/tenant/${other.tenant.id.id}`);
  await platform.system.post('/api/tenant', { ...tenant, tenantProfileId: profile.id });
  const [first, second] = [
    await create({ deviceProfileId: null }, other),
    await create({ deviceProfileId: null }, other),
  ];
  const send = (info: OtaPackageInfo, size: number) =>
    upload(info, bytes(size), 'checksumAlgorithm=MD5', 'a.bin', other);
  expect((await send(first, 300_000)).status).toBe(200);
  expect(await refusal(send(second, 300_000))).toBe(
    `Failed to create the ota package, files size limit is exhausted ${limit} bytes!`,
  );
  expect((await send(second, 100_000)).status).toBe(200);
});
