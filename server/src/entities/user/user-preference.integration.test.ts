import { MAX_PREFERENCE_LENGTH, MAX_USER_PREFERENCES } from '@signalbox/contract/user-preference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

const PATH = '/api/user/preferences';

describe('preferences', () => {
  it('are kept by person and key', async () => {
    await acme.admin.post(`${PATH}/list.devices`, { value: '{"columns":["name"]}' });
    await acme.admin.post(`${PATH}/list.devices`, { value: '{"columns":["name","state"]}' });
    await acme.customerUser.post(`${PATH}/list.devices`, { value: 'mine' });
    expect(await acme.admin.get(PATH)).toEqual({ 'list.devices': { value: '{"columns":["name","state"]}' } });
    expect(await acme.customerUser.get(PATH)).toEqual({ 'list.devices': { value: 'mine' } });
    expect((await acme.admin.call('DELETE', `${PATH}/list.devices`)).status).toBe(200);
    expect(await acme.admin.get(PATH)).toEqual({});
  });

  it('are bounded in size, in the form of their keys and in number', async () => {
    const person = await createPerson(platform, acme.admin, { email: 'many@acme.example', authority: 'TENANT_ADMIN' });
    const save = (key: string, value: unknown) => person.call('POST', `${PATH}/${key}`, { value });
    expect(await save('long', 'x'.repeat(MAX_PREFERENCE_LENGTH + 1))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('value') },
    });
    expect((await save('nul', 'a\u0000b')).status).toBe(400);
    expect((await save('a%20b', 'x')).status).toBe(400);
    expect((await save('__proto__', 'x')).status).toBe(400);
    const replies = await Promise.all(
      Array.from({ length: MAX_USER_PREFERENCES + 5 }, (_, n) => save(`key-${n}`, 'x')),
    );
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    const kept = Object.keys(await person.get<object>(PATH));
    expect(kept).toHaveLength(MAX_USER_PREFERENCES);
    expect((await save(kept[0] as string, 'replaced')).status, 'what is there can be replaced').toBe(200);
  });

  it('go with their user', async () => {
    const person = await createPerson(platform, acme.admin, {
      email: 'leaves@acme.example',
      authority: 'TENANT_ADMIN',
    });
    await person.post(`${PATH}/list.devices`, { value: 'x' });
    const { id } = await person.get<{ id: { id: string } }>('/api/auth/user');
    const rows = async () =>
      (await platform.database.pool.query('SELECT FROM user_preference WHERE user_id = $1', [id.id])).rowCount;
    expect(await rows()).toBe(1);
    expect((await acme.admin.call('DELETE', `/api/user/${id.id}`)).status).toBe(200);
    expect(await rows()).toBe(0);
  });
});
