import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Customer } from '@signalbox/contract/customer';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { PageData } from '@signalbox/contract/page';
import type { TokenPair } from '@signalbox/contract/token';
import type { User } from '@signalbox/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createTestTenant, PASSWORD, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080';
const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });

describe('customers', () => {
  it('have unique titles and cannot call themselves public', async () => {
    const save = (body: unknown) => acme.admin.call('POST', '/api/customer', body);
    expect(await save({ title: 'Customer A' })).toMatchObject(refusal('Customer with such title already exists!'));
    expect(await save({ title: 'Public' })).toMatchObject(refusal("'Public' title for customer is system reserved!"));
    expect(await save({ title: '  ' })).toMatchObject(refusal('Customer title should be specified!'));
    const sneaky = await acme.admin.post<Customer>('/api/customer', {
      title: 'Sneaky',
      additionalInfo: { isPublic: true, description: 'd' },
    });
    expect(sneaky.additionalInfo).toEqual({ description: 'd' });
    expect(await acme.admin.get(`/api/customer/${sneaky.id.id}/shortInfo`)).toEqual({
      title: 'Sneaky',
      isPublic: false,
    });
    const title = await acme.admin.call('GET', `/api/customer/${sneaky.id.id}/title`);
    expect(title.body).toBe('Sneaky');
    expect(title.headers['content-type']).toContain('application/text');
    expect(await acme.admin.get(`/api/tenant/customers?customerTitle=Sneaky`)).toEqual(sneaky);
    for (const name of ['tenant/customers?customerTitle', 'tenant/devices?deviceName', 'tenant/assets?assetName']) {
      expect(await acme.admin.call('GET', `/api/${name}=`)).toMatchObject({
        status: 400,
        body: { message: `Parameter '${name.split('?')[1]}' can't be empty!` },
      });
    }
    expect(await acme.admin.call('GET', '/api/tenant/customers?customerTitle=None')).toMatchObject({
      status: 404,
      body: { errorCode: 32, message: 'Customer with title [None] is not found' },
    });
  });

  it('take their users along when they are deleted', async () => {
    const customer = await acme.admin.post<Customer>('/api/customer', { title: 'Short-lived' });
    const person = await createPerson(platform, acme.admin, {
      email: 'short@acme.example',
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    });
    await acme.admin.delete(`/api/customer/${customer.id.id}`);
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await acme.admin.call('GET', `/api/user/${person.user.id.id}`)).status).toBe(404);
  });
});

describe('users', () => {
  it('go on when they change their e-mail address, and are signed out when somebody else does', async () => {
    const details = { email: 'before@acme.example', authority: 'TENANT_ADMIN' } as const;
    const person = await createPerson(platform, acme.admin, details);
    const { user } = person;
    await person.post('/api/user?sendActivationMail=false', { ...user, email: 'after@acme.example' });
    expect(await person.get('/api/auth/user')).toMatchObject({ email: 'after@acme.example' });
    await acme.admin.post('/api/user?sendActivationMail=false', { ...user, email: 'moved@acme.example' });
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('are not left behind by a customer that is deleted while they are made', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await acme.admin.post<Customer>('/api/customer', { title: `Brief ${round}` });
      const user = { email: `brief${round}@acme.example`, authority: 'CUSTOMER_USER', customerId: customer.id };
      const [made] = await Promise.all([
        acme.admin.call<User>('POST', '/api/user?sendActivationMail=false', user),
        acme.admin.delete(`/api/customer/${customer.id.id}`),
      ]);
      expect([200, 400, 404]).toContain(made.status);
      if (made.status !== 200) continue;
      expect((await acme.admin.call('GET', `/api/user/${made.body.id.id}`)).status).toBe(404);
    }
  });

  it('are activated by their link, once', async () => {
    const user = await acme.admin.post<User>('/api/user?sendActivationMail=false', {
      email: 'fresh@acme.example',
      authority: 'TENANT_ADMIN',
      firstName: 'Fresh',
      additionalInfo: { description: 'd', userPasswordHistory: { 1: 'x' }, lastLoginTs: 5 },
    });
    expect(user.additionalInfo).toEqual({ description: 'd' });
    expect(user.customerId.id).toBe(NULL_UUID);
    const link = await acme.admin.get<string>(`/api/user/${user.id.id}/activationLink`);
    const { pathname, search, searchParams } = new URL(link);
    const followed = await platform.as('').call('GET', pathname + search);
    expect(followed.status).toBe(303);
    expect(followed.headers.location).toBe(`/login/createPassword${search}`);
    const activateToken = searchParams.get('activateToken');
    const activate = (password: string) =>
      platform.as('').call('POST', '/api/noauth/activate?sendActivationMail=false', { activateToken, password });
    expect(await activate('12345')).toMatchObject(refusal('Password must be 6 or more characters in length.'));
    // Of calls at the same moment one uses it.
    const together = await Promise.all([activate(PASSWORD), activate(PASSWORD), activate(PASSWORD)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await activate(PASSWORD)).toMatchObject(
      refusal(`Unable to find user credentials by activateToken [${activateToken}]`),
    );
    expect((await platform.as('').call('GET', pathname + search)).status).toBe(409);
    expect(await acme.admin.call('GET', `/api/user/${user.id.id}/activationLink`)).toMatchObject(
      refusal('User is already activated!'),
    );
    await platform.signIn('fresh@acme.example', PASSWORD);
    const seen = await acme.admin.get<User>(`/api/user/${user.id.id}`);
    expect(seen.additionalInfo).toEqual({
      description: 'd',
      lastLoginTs: expect.any(Number),
      failedLoginAttempts: 0,
      userCredentialsEnabled: true,
    });
  });

  it('show how often somebody failed to sign in as them, also before the first time', async () => {
    const { user } = acme.customerUser;
    await platform.as('').call('POST', '/api/auth/login', { username: user.email, password: 'wrong' });
    const seen = await acme.admin.get<User>(`/api/user/${user.id.id}`);
    expect(seen.additionalInfo).toEqual({ failedLoginAttempts: 1, userCredentialsEnabled: true });
  });

  it('show no dashboard that is gone or of another tenant, whoever named it', async () => {
    const other = await createTestTenant(platform, 'other');
    const dashboardOf = async ({ admin }: TestTenant) =>
      (await admin.post<Dashboard>('/api/dashboard', { title: 'Home' })).id.id;
    const [own, foreign] = [await dashboardOf(acme), await dashboardOf(other)];
    const { user } = acme.admin;
    const shown = async (dashboards: Record<string, string>) => {
      await acme.admin.post('/api/user', { ...user, additionalInfo: { lang: 'en_US', ...dashboards } });
      return (await acme.admin.get<User>(`/api/user/${user.id.id}`)).additionalInfo;
    };
    const both = await shown({ defaultDashboardId: own, homeDashboardId: foreign });
    expect(both).toMatchObject({ lang: 'en_US', defaultDashboardId: own });
    expect(both).not.toHaveProperty('homeDashboardId');
    await acme.admin.delete(`/api/dashboard/${own}`);
    expect(await shown({ defaultDashboardId: own })).not.toHaveProperty('defaultDashboardId');
  });

  it('say what is wrong with them', async () => {
    const save = (body: unknown) => acme.admin.call('POST', '/api/user?sendActivationMail=false', body);
    const ok = { email: 'x@acme.example', authority: 'TENANT_ADMIN' };
    expect(await save({ ...ok, email: null })).toMatchObject(refusal('User email should be specified!'));
    expect(await save({ ...ok, email: 'x' })).toMatchObject(refusal("Invalid email address format 'x'!"));
    expect(await save({ email: 'x@acme.example' })).toMatchObject(refusal("User authority isn't defined!"));
    expect(await save({ ...ok, email: 'admin@acme.example' })).toMatchObject(
      refusal("User with email 'admin@acme.example'  already present in database!"),
    );
    expect(await save({ ...ok, customerId: acme.customer.id })).toMatchObject(
      refusal("Tenant administrator can't be assigned to customer!"),
    );
    expect(await save({ ...ok, authority: 'CUSTOMER_USER' })).toMatchObject(
      refusal('Customer user should be assigned to customer!'),
    );
    expect((await save({ ...ok, authority: 'SYS_ADMIN' })).status).toBe(403);
    expect((await save({ ...ok, authority: 'KING' })).status).toBe(400);
  });

  it('cannot raise themselves', async () => {
    const { user } = acme.customerUser;
    const save = (change: Partial<User>) => acme.customerUser.call('POST', '/api/user', { ...user, ...change });
    expect((await save({ authority: 'TENANT_ADMIN' })).status).toBe(403);
    expect((await save({ customerId: acme.otherCustomer.id })).status).toBe(403);
    expect((await save({ tenantId: { entityType: 'TENANT', id: NULL_UUID } })).status).toBe(200);
    expect(await save({ firstName: 'Kari' })).toMatchObject({
      status: 200,
      body: { firstName: 'Kari', tenantId: acme.tenant.id, customerId: acme.customer.id },
    });
  });

  it('are out at once when they are disabled, and in again when enabled', async () => {
    const person = await createPerson(platform, acme.admin, { email: 'off@acme.example', authority: 'TENANT_ADMIN' });
    const enable = (flag: boolean) =>
      acme.admin.post(`/api/user/${person.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=${flag}`);
    await enable(false);
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
    expect(
      await platform.as('').call('POST', '/api/auth/login', { username: 'off@acme.example', password: PASSWORD }),
    ).toMatchObject({ status: 401, body: { message: 'User account is not active' } });
    await enable(true);
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
    await platform.signIn('off@acme.example', PASSWORD);
  });

  it('are listed by tenant and by customer', async () => {
    const link = 'pageSize=100&page=0&sortProperty=email&sortOrder=ASC';
    const emails = (page: PageData<User>) => page.data.map((user) => user.email);
    expect(emails(await acme.admin.get(`/api/users?${link}&textSearch=CUSTOMER.`))).toEqual([
      'customer.a@acme.example',
      'customer.b@acme.example',
    ]);
    expect(emails(await acme.customerUser.get(`/api/users?${link}`))).toEqual(['customer.a@acme.example']);
    expect(emails(await acme.admin.get(`/api/customer/${acme.customer.id.id}/users?${link}`))).toEqual([
      'customer.a@acme.example',
    ]);
    const admins = await platform.system.get<PageData<User>>(`/api/tenant/${acme.tenant.id.id}/users?${link}`);
    expect(admins.data.every((user) => user.authority === 'TENANT_ADMIN')).toBe(true);
    expect((await acme.admin.call('GET', '/api/users?pageSize=10&page=0&sortProperty=password')).status).toBe(400);
  });

  it('are sorted by all that lists offer, the same by pages, those without a name last', async () => {
    const sorted = await createTestTenant(platform, 'sorted');
    const names = [
      ['Bo', null],
      ['ann', 'Lund'],
      [null, 'berg'],
      ['Åsa', 'Ek'],
      [null, null],
    ];
    for (const [at, [firstName, lastName]] of names.entries()) {
      const email = `${9 - at}@sorted.example`;
      const user = { email, firstName, lastName, authority: 'CUSTOMER_USER', customerId: sorted.customer.id };
      await sorted.admin.post('/api/user?sendActivationMail=false', user);
    }
    const customer = `/api/customer/${sorted.customer.id.id}/users`;
    const read = (path: string, order: string, pageSize: number, page: number) =>
      sorted.admin.get<PageData<User>>(`${path}?pageSize=${pageSize}&page=${page}&${order}`);
    for (const path of ['/api/users', customer]) {
      for (const property of ['createdTime', 'email', 'name', 'firstName', 'lastName', 'authority']) {
        for (const direction of ['ASC', 'DESC']) {
          const order = `sortProperty=${property}&sortOrder=${direction}`;
          const whole = await read(path, order, 100, 0);
          const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => read(path, order, 2, page)));
          expect(
            pages.flatMap(({ data }) => data),
            `${path} ${order}`,
          ).toEqual(whole.data);
          expect(pages[4]).toMatchObject({ totalElements: whole.totalElements, hasNext: false });
        }
      }
    }
    const { data } = await read(customer, 'sortProperty=firstName&sortOrder=DESC', 100, 0);
    expect(data.map(({ firstName }) => firstName)).toEqual(['Åsa', 'Bo', 'ann', null, null, null]);
  });

  it('can be signed in as by their administrator', async () => {
    expect(await acme.admin.get('/api/user/tokenAccessEnabled')).toBe(true);
    const pair = await acme.admin.get<TokenPair>(`/api/user/${acme.customerUser.user.id.id}/token`);
    expect((await platform.as(pair.token).get<User>('/api/auth/user')).id).toEqual(acme.customerUser.user.id);
    expect((await platform.system.call('GET', `/api/user/${acme.customerUser.user.id.id}/token`)).status).toBe(403);
    // Its tenant sees who came in so, also when that was nobody of it.
    await platform.system.get(`/api/user/${acme.admin.user.id.id}/token`);
    const log = await acme.admin.get<PageData<AuditLog>>(
      '/api/audit/logs?pageSize=2&page=0&actionTypes=LOGIN&sortProperty=createdTime&sortOrder=DESC',
    );
    const clientAddress = '127.0.0.1';
    expect(log.data).toMatchObject([
      { userName: 'sysadmin@signalbox.local', entityName: 'admin@acme.example', actionData: { clientAddress } },
      { userName: 'admin@acme.example', entityName: 'customer.a@acme.example', actionData: { clientAddress } },
    ]);
  });

  it('cannot be signed in as where that is switched off', async () => {
    const strict = await startTestPlatform({ userTokenAccess: false });
    try {
      const { admin, customerUser } = await createTestTenant(strict, 'strict');
      expect(await admin.get('/api/user/tokenAccessEnabled')).toBe(false);
      const reply = await admin.call('GET', `/api/user/${customerUser.user.id.id}/token`);
      expect(reply).toMatchObject({ status: 403, body: { errorCode: 20 } });
    } finally {
      await strict.stop();
    }
  });

  it('can be signed in as before they are activated, and not while they are disabled', async () => {
    const waiting = await acme.admin.post<User>('/api/user?sendActivationMail=false', {
      email: 'waiting@acme.example',
      authority: 'TENANT_ADMIN',
    });
    const pair = await acme.admin.get<TokenPair>(`/api/user/${waiting.id.id}/token`);
    expect((await platform.as(pair.token).get<User>('/api/auth/user')).id).toEqual(waiting.id);
    const again = await platform.as('').post<TokenPair>('/api/auth/token', { refreshToken: pair.refreshToken });
    expect((await platform.as(again.token).call('GET', '/api/auth/user')).status).toBe(200);

    const disabled = await createPerson(platform, acme.admin, {
      email: 'shut@acme.example',
      authority: 'TENANT_ADMIN',
    });
    await acme.admin.post(`/api/user/${disabled.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`);
    expect((await acme.admin.call('GET', `/api/user/${disabled.user.id.id}/token`)).status).toBe(400);
  });

  it('lose nothing they have when a client sends their additional information as text', async () => {
    const { user } = acme.otherCustomerUser;
    const saved = await acme.admin.post<User>('/api/user', { ...user, additionalInfo: "{'lang': 'en_US'}" });
    expect(saved.additionalInfo).toMatchObject({ userCredentialsEnabled: true });
  });

  it('leave a trace in the audit log and their earlier form in the history', async () => {
    const { rows } = await platform.database.pool.query(
      `SELECT action_type, action_status FROM audit_log WHERE entity_id = $1 ORDER BY created_time`,
      [acme.customerUser.user.id.id],
    );
    expect(rows[0]).toEqual({ action_type: 'ADDED', action_status: 'SUCCESS' });
    const versions = await platform.database.pool.query(
      `SELECT before_image FROM entity_version WHERE entity_id = $1 ORDER BY created_time`,
      [acme.customerUser.user.id.id],
    );
    expect(versions.rows[0].before_image).toBe(null);
    expect(versions.rows[1].before_image).toMatchObject({ email: 'customer.a@acme.example', firstName: null });
  });
});

describe('forgotten passwords', () => {
  it('are replaced with the link that was sent, which answers the same for unknown people', async () => {
    const ask = (email: string) => platform.as('').call('POST', '/api/noauth/resetPasswordByEmail', { email });
    const person = await createPerson(platform, acme.admin, { email: 'lost@acme.example', authority: 'TENANT_ADMIN' });
    expect(await ask('nobody@acme.example')).toMatchObject({ status: 200, body: undefined });
    expect(await ask('lost@acme.example')).toMatchObject({ status: 200, body: undefined });
    const stored = async () => {
      const { rows } = await platform.database.pool.query<{ reset_token: string | null }>(
        'SELECT reset_token FROM user_credentials WHERE user_id = $1',
        [person.user.id.id],
      );
      return rows[0]?.reset_token;
    };
    await expect.poll(stored).toMatch(/^[A-Za-z0-9]{30}$/);
    const resetToken = await stored();
    const followed = await platform.as('').call('GET', `/api/noauth/resetPassword?resetToken=${resetToken}`);
    expect(followed).toMatchObject({
      status: 303,
      headers: { location: `/login/resetPassword?resetToken=${resetToken}` },
    });
    const reset = (password: string) =>
      platform.as('').call('POST', '/api/noauth/resetPassword', { resetToken, password });
    expect(await reset(PASSWORD)).toMatchObject(refusal('New password should be different from existing!'));
    expect((await reset('another one')).status).toBe(200);
    expect(await reset('yet another one')).toMatchObject(refusal('Invalid reset token!'));
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
  });
});
