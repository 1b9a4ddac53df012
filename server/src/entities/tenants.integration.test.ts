import type { PageData } from '@signalbox/contract/page';
import type { Tenant, TenantInfo } from '@signalbox/contract/tenant';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import type { User } from '@signalbox/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, PASSWORD, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });

describe('tenants', () => {
  it('are written with all fields of the wire, in its order', async () => {
    const tenant = await platform.system.get<Tenant>(`/api/tenant/${acme.tenant.id.id}`);
    expect(Object.keys(tenant)).toEqual(
      'id createdTime additionalInfo country state city address address2 zip phone email title region tenantProfileId name'.split(
        ' ',
      ),
    );
    expect(tenant).toMatchObject({ title: 'acme', name: 'acme', region: 'Global', country: null });
    const info = await acme.admin.get<TenantInfo>(`/api/tenant/info/${acme.tenant.id.id}`);
    expect(info.tenantProfileName).toBe('Default');
  });

  it('say what is wrong with them', async () => {
    const save = (body: unknown) => platform.system.call('POST', '/api/tenant', body);
    expect(await save({})).toMatchObject(refusal('Tenant title should be specified!'));
    expect(await save({ title: 'x', email: 'nobody' })).toMatchObject(
      refusal("Invalid email address format 'nobody'!"),
    );
    expect((await save({ title: 'x'.repeat(256) })).status).toBe(400);
    expect(await save({ title: '<script>' })).toMatchObject({ status: 400 });
    const profiles = await platform.system.get<PageData<TenantProfile>>('/api/tenantProfiles?pageSize=10&page=0');
    const isolated = profiles.data.find((profile) => profile.isolatedTbCore);
    expect(await save({ title: 'x', tenantProfileId: isolated?.id })).toMatchObject(
      refusal("Can't use isolated tenant profiles in monolith setup!"),
    );
  });

  it('keep their creation time when a client sends none', async () => {
    const { createdTime: _createdTime, ...rest } = acme.tenant;
    const saved = await platform.system.post<Tenant>('/api/tenant', { ...rest, city: 'Oslo' });
    expect(saved).toEqual({ ...acme.tenant, city: 'Oslo' });
  });

  it('take everything along when they are deleted, and their users are out at once', async () => {
    const gone = await createTestTenant(platform, 'gone');
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    expect((await gone.admin.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await gone.customerUser.call('GET', '/api/auth/user')).status).toBe(401);
    for (const table of ['customer', 'app_user', 'device_profile', 'rule_chain']) {
      const { rows } = await platform.database.pool.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [
        gone.tenant.id.id,
      ]);
      expect(rows, table).toEqual([]);
    }
    expect((await acme.admin.call('GET', '/api/auth/user')).status).toBe(200);
  });

  it('leave no device behind that was made, with its profile, while they were deleted', async () => {
    const gone = await createTestTenant(platform, 'gone-while-used');
    const create = (at: number) => gone.admin.call('POST', '/api/device', { name: `Late ${at}`, type: `Type ${at}` });
    const [deleted, ...made] = await Promise.all([
      platform.system.call('DELETE', `/api/tenant/${gone.tenant.id.id}`),
      ...Array.from({ length: 20 }, (_, at) => create(at)),
    ]);
    expect(deleted?.status).toBe(200);
    expect(made.filter(({ status }) => status >= 500)).toEqual([]);
    for (const table of ['device', 'device_profile']) {
      const { rows } = await platform.database.pool.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [
        gone.tenant.id.id,
      ]);
      expect(rows, table).toEqual([]);
    }
  });
});

describe('tenant profiles', () => {
  it('have limits as large as clients of 64 bits send them', async () => {
    const limits = '"maxDevices":9223372036854775807,"maxOtaPackagesInBytes":9223372036854775807';
    const body = `{"name":"Unlimited","profileData":{"configuration":{${limits}}}}`;
    const saved = await platform.system.call('POST', '/api/tenantProfile', body);
    const [maxDevices, maxOtaPackagesInBytes] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    expect(saved.body).toMatchObject({ profileData: { configuration: { maxDevices, maxOtaPackagesInBytes } } });
    const tooLarge = body.replaceAll('9223372036854775807', '99223372036854775807');
    expect((await platform.system.call('POST', '/api/tenantProfile', tooLarge)).status).toBe(400);
    const { id } = (saved.body as TenantProfile).id;
    await platform.system.delete(`/api/tenantProfile/${id}`);
  });

  it('fill in what is missing and keep one default', async () => {
    const saved = await platform.system.post<TenantProfile>('/api/tenantProfile', {
      name: 'Small',
      profileData: { configuration: { type: 'DEFAULT', maxDevices: 5 } },
    });
    expect(saved).toMatchObject({ default: false, isolatedTbCore: false, description: null });
    expect(saved.profileData.configuration).toMatchObject({ maxDevices: 5, maxUsers: 0, warnThreshold: 0 });
    const sorted = '/api/tenantProfiles?pageSize=10&page=0&sortOrder=ASC&sortProperty=';
    for (const property of ['isolatedTbCore', 'isolatedTbRuleEngine']) {
      expect((await platform.system.call('GET', `${sorted}${property}`)).status, property).toBe(200);
    }
    const before = await platform.system.post<TenantProfile>(`/api/tenantProfile/${saved.id.id}/default`);
    expect(before.default).toBe(false);
    const info = await platform.system.get('/api/tenantProfileInfo/default');
    expect(info).toEqual({ id: saved.id, name: 'Small' });
    expect(await platform.system.call('DELETE', `/api/tenantProfile/${saved.id.id}`)).toMatchObject(
      refusal('Deletion of Default Tenant Profile is prohibited!'),
    );
    expect(await platform.system.call('DELETE', `/api/tenantProfile/${acme.tenant.tenantProfileId.id}`)).toMatchObject(
      refusal('The tenant profile referenced by the tenants cannot be deleted!'),
    );
    await platform.system.post(`/api/tenantProfile/${acme.tenant.tenantProfileId.id}/default`);
  });

  it('stay the default until another one is', async () => {
    const path = `/api/tenantProfile/${acme.tenant.tenantProfileId.id}`;
    const profile = await platform.system.get<TenantProfile>(path);
    const saved = await platform.system.post<TenantProfile>('/api/tenantProfile', { ...profile, default: false });
    expect(saved).toEqual({ ...profile, default: true });
    expect(await platform.system.get('/api/tenantProfileInfo/default')).toEqual({ id: profile.id, name: profile.name });
  });

  it('say what is wrong with them', async () => {
    const save = (body: unknown) => platform.system.call('POST', '/api/tenantProfile', body);
    expect(await save({ name: 'Default', profileData: { configuration: {} } })).toMatchObject(
      refusal('Tenant profile with such name already exists!'),
    );
    expect(await save({ name: 'x' })).toMatchObject(refusal('Tenant profile data should be specified!'));
    expect(await save({ profileData: { configuration: {} } })).toMatchObject(
      refusal('Tenant profile name should be specified!'),
    );
    const rate = await save({ name: 'x', profileData: { configuration: { transportDeviceMsgRateLimit: 'fast' } } });
    expect(rate.status).toBe(400);
    expect(JSON.stringify(rate.body)).toContain('transportDeviceMsgRateLimit');
  });
});

describe('settings of the installation', () => {
  it('are saved by their id and never show secrets', async () => {
    const mail = await platform.system.get<{ id: unknown; jsonValue: Record<string, unknown> }>(
      '/api/admin/settings/mail',
    );
    await platform.system.post('/api/admin/settings', {
      ...mail,
      key: 'mail',
      jsonValue: { ...mail.jsonValue, password: 's' },
    });
    const again = await platform.system.post('/api/admin/settings', { ...mail, key: 'mail' });
    expect(again).toEqual(mail);
    const { rows } = await platform.database.pool.query(`SELECT json_value FROM admin_setting WHERE key = 'mail'`);
    expect(rows[0].json_value.password).toBe('s');
    for (const key of ['sms', 'signingKeys', 'securitySettings']) {
      expect(await platform.system.call('GET', `/api/admin/settings/${key}`)).toMatchObject({
        status: 404,
        body: { errorCode: 32, message: `No Administration settings found for key: ${key}` },
      });
    }
    expect(
      await platform.system.call('POST', '/api/admin/settings', { key: 'signingKeys', jsonValue: [] }),
    ).toMatchObject({
      status: 400,
    });
  });

  it.each(['constructor', 'toString', '__proto__'])('may have the key %s, like any other', async (key) => {
    expect((await platform.system.call('GET', `/api/admin/settings/${key}`)).status).toBe(404);
    const saved = await platform.system.post('/api/admin/settings', { key, jsonValue: { a: 1 } });
    expect(saved).toMatchObject({ key, jsonValue: { a: 1 } });
    expect(await platform.system.get(`/api/admin/settings/${key}`)).toEqual(saved);
  });

  it('rotate the signing key without signing anybody out', async () => {
    await platform.system.post('/api/admin/signingKey/rotate');
    expect((await acme.admin.call('GET', '/api/auth/user')).status).toBe(200);
    const next = await platform.signIn('admin@acme.example', PASSWORD);
    expect((await next.call('GET', '/api/auth/user')).status).toBe(200);
  });

  it('limit sign-ins as configured', async () => {
    const strict = { passwordPolicy: { minimumLength: 8, minimumDigits: 1 }, maxFailedLoginAttempts: 2 };
    await platform.system.post('/api/admin/securitySettings', strict);
    expect(await platform.as('').get('/api/noauth/userPasswordPolicy')).toMatchObject({
      minimumLength: 8,
      minimumDigits: 1,
      minimumUppercaseLetters: null,
    });
    const username = 'customer.b@acme.example';
    const signInFrom = async (remoteAddress: string, password: string, cookie?: string) => {
      const headers = cookie ? { cookie } : {};
      const payload = { username, password };
      return platform.http.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, headers, payload });
    };
    const messageFrom = async (...from: Parameters<typeof signInFrom>) =>
      (await signInFrom(...from)).json<{ message?: string }>().message;
    const device = String((await signInFrom('192.0.2.30', PASSWORD)).headers['set-cookie']).split(';', 1)[0];
    const messages = [];
    for (let n = 0; n < 4; n++) messages.push(await messageFrom('192.0.2.31', 'wrong one'));
    const locked = 'User account is locked due to security policy';
    expect(messages).toEqual(['Invalid username or password', 'Invalid username or password', locked, locked]);
    expect(await messageFrom('192.0.2.31', PASSWORD)).toBe(locked);
    // Neither the owner's session, nor its other places, nor its browser there are shut out.
    expect((await acme.otherCustomerUser.call('GET', '/api/auth/user')).status).toBe(200);
    expect((await signInFrom('192.0.2.32', PASSWORD)).statusCode).toBe(200);
    expect((await signInFrom('192.0.2.31', PASSWORD, device)).statusCode).toBe(200);
    const { id } = acme.otherCustomerUser.user;
    const seen = await acme.admin.get<User>(`/api/user/${id.id}`);
    expect(seen.additionalInfo).toMatchObject({ userCredentialsEnabled: true });
    await acme.admin.post(`/api/user/${id.id}/userCredentialsEnabled?userCredentialsEnabled=true`);
    expect((await signInFrom('192.0.2.31', PASSWORD)).statusCode, 'enabled again').toBe(200);
  });

  it('leave somebody who can administer them', async () => {
    const own = await platform.system.get<User>('/api/auth/user');
    const path = `/api/user/${own.id.id}`;
    expect(await platform.system.call('DELETE', path)).toMatchObject(
      refusal("The last system administrator can't be deleted!"),
    );
    expect(
      await platform.system.call('POST', `${path}/userCredentialsEnabled?userCredentialsEnabled=false`),
    ).toMatchObject(refusal("The last system administrator can't be disabled!"));
    const { username, password } = platform.firstAdministrator as { username: string; password: string };
    const signIn = (tried: string) => platform.as('').call('POST', '/api/auth/login', { username, password: tried });
    for (let count = 0; count < 3; count++) await signIn('wrong one');
    expect(await signIn(password)).toMatchObject({
      body: { message: 'User account is locked due to security policy' },
    });
    const elsewhere = await platform.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '192.0.2.1',
      payload: { username, password },
    });
    expect(elsewhere.statusCode).toBe(200);
  });
});
