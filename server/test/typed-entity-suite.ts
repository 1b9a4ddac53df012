import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from './people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from './platform.ts';

/** A kind with a name, a type and at most one customer. */
export interface TypedEntityCase {
  /** `entityView` in `/api/entityView`. */
  path: string;
  entityType: string;
  /** As messages begin with it: `Entity view`. */
  label: string;
  /** Members of the wire, in its order, without those of infos. */
  members: string;
  /** What a new one needs besides its name and type. */
  input: Record<string, unknown> | ((admin: Caller) => Promise<Record<string, unknown>>);
  /** Member of the tenant profile that limits their number; null: none. */
  limit: string | null;
  hasByIds: boolean;
  /** Tests of this kind alone. */
  more?: (context: TypedEntityContext) => void;
}

interface TestEntity {
  id: { entityType: string; id: string };
  createdTime: number;
  name: string;
  type: string;
  customerId: { entityType: string; id: string };
  [member: string]: unknown;
}

export interface TypedEntityContext {
  platform: () => TestPlatform;
  acme: () => TestTenant;
  other: () => TestTenant;
  /** Creates one as acme's administrator. */
  create: (name: string, more?: Record<string, unknown>) => Promise<TestEntity>;
  refusal: (message: string) => { status: number; body: { errorCode: number; message: string } };
}

const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080';
const UNKNOWN = '784f0000-1dd2-11b2-8080-808080808080';

/** What 3.3.2 does alike for assets, entity views and edges (rest-entities.md §4.7 … 4.9, 5.4). */
export function describeTypedEntity(kind: TypedEntityCase): void {
  const { path, label, entityType } = kind;
  const title = label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  let platform: TestPlatform;
  let acme: TestTenant;
  let other: TestTenant;
  /** What a new one of a tenant needs. */
  const inputs = new Map<Caller, Record<string, unknown>>();
  beforeAll(async () => {
    platform = await startTestPlatform();
    acme = await createTestTenant(platform, 'acme');
    other = await createTestTenant(platform, 'other');
    const { input } = kind;
    for (const { admin } of [acme, other]) inputs.set(admin, typeof input === 'function' ? await input(admin) : input);
  });
  afterAll(() => platform?.stop());

  let created = 0;
  const bodyOf = (name: string, more: Record<string, unknown>, caller: Caller = acme.admin) => ({
    ...Object.fromEntries(
      Object.entries(inputs.get(caller) ?? {}).map(([member, value]) => [
        member,
        value === '<unique>' ? `${member} ${++created}` : value,
      ]),
    ),
    name,
    type: 'plant',
    ...more,
  });
  const createAs = (caller: Caller, name: string, more: Record<string, unknown> = {}) =>
    caller.post<TestEntity>(`/api/${path}`, bodyOf(name, more, caller));
  const create = (name: string, more: Record<string, unknown> = {}) => createAs(acme.admin, name, more);
  const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });
  const missing = (id: string) => ({
    status: 404,
    body: { errorCode: 32, message: `${label} with id [${id}] is not found` },
  });
  const list = (caller: Caller, query: string, of = `tenant/${path}Infos`) =>
    caller.get<PageData<TestEntity>>(`/api/${of}?pageSize=100&page=0&${query}`);
  const names = (page: PageData<TestEntity>): string[] => page.data.map(({ name }) => name);

  describe(`${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`, () => {
    it('is written with all fields of the wire, in its order', async () => {
      const entity = await create('North');
      expect(Object.keys(entity)).toEqual(kind.members.split(' '));
      expect(entity).toMatchObject({
        id: { entityType },
        additionalInfo: null,
        tenantId: { entityType: 'TENANT', id: acme.tenant.id.id },
        customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
        type: 'plant',
      });
      const id = entity.id.id;
      expect(await acme.admin.get(`/api/${path}/${id}`)).toEqual(entity);
      const info = { ...entity, customerTitle: null, customerIsPublic: false };
      expect(await acme.admin.get(`/api/${path}/info/${id}`)).toEqual(info);
      expect((await list(acme.admin, 'textSearch=nOrT')).data).toEqual([info]);
      expect(await acme.admin.get(`/api/tenant/${path}s?${path}Name=North`)).toEqual(entity);
    });

    it('keeps its creation time and its tenant whatever a client sends', async () => {
      const entity = await create('Steady');
      const sent = { ...entity, createdTime: 1, tenantId: other.tenant.id, additionalInfo: { floor: 2 } };
      expect(await acme.admin.post(`/api/${path}`, sent)).toEqual({ ...entity, additionalInfo: { floor: 2 } });
    });

    it('is refused without a name or a type, and with the name of another one', async () => {
      await create('Taken');
      const save = (more: Record<string, unknown>) => acme.admin.call('POST', `/api/${path}`, bodyOf('Free', more));
      expect(await save({ name: ' ' })).toMatchObject(refusal(`${label} name should be specified!`));
      expect(await save({ type: null })).toMatchObject(refusal(`${title} type should be specified!`));
      expect(await save({ name: 'Taken' })).toMatchObject(refusal(`${label} with such name already exists!`));
      expect(await save({ name: 'a\0b' })).toMatchObject({ status: 400 });
      expect(await createAs(other.admin, 'Taken')).toMatchObject({ name: 'Taken' });
    });

    it('is deleted with its relations and data', async () => {
      const entity = await create('Short-lived');
      const { id } = entity;
      await acme.admin.post('/api/relation', { from: acme.customer.id, to: id, type: 'Contains', typeGroup: 'COMMON' });
      await acme.admin.delete(`/api/${path}/${id.id}`);
      expect(await acme.admin.call('GET', `/api/${path}/${id.id}`)).toMatchObject(missing(id.id));
      expect(await acme.admin.call('DELETE', `/api/${path}/${id.id}`)).toMatchObject(missing(id.id));
      const relations = await platform.database.pool.query('SELECT FROM relation WHERE to_id = $1', [id.id]);
      expect(relations.rowCount).toBe(0);
      const noted = await platform.database.pool.query('SELECT FROM deleted_entity WHERE entity_id = $1', [id.id]);
      expect(noted.rowCount).toBe(1);
    });

    it('does not exist for other tenants', async () => {
      const { id } = await create('Ours');
      for (const call of [`/api/${path}/${id.id}`, `/api/${path}/info/${id.id}`])
        expect(await other.admin.call('GET', call)).toMatchObject(missing(id.id));
      expect(names(await list(other.admin, ''))).not.toContain('Ours');
    });

    it('is assigned to a customer, made public, and taken back', async () => {
      const { id } = await create('Lent');
      const own = `${path}/${id.id}`;
      const unassigned = refusal(`${title} isn't assigned to any customer!`);
      expect(await acme.admin.call('DELETE', `/api/customer/${own}`)).toMatchObject(unassigned);
      expect(await acme.admin.post(`/api/customer/${acme.customer.id.id}/${own}`)).toMatchObject({
        customerId: acme.customer.id,
      });
      const ofCustomer = (what: string) =>
        list(acme.customerUser, '', `customer/${acme.customer.id.id}/${path}${what}`);
      expect((await ofCustomer('Infos')).data).toMatchObject([{ name: 'Lent', customerTitle: acme.customer.title }]);
      expect(names(await ofCustomer('s'))).toEqual(['Lent']);
      expect(await acme.customerUser.get(`/api/${own}`)).toMatchObject({ name: 'Lent' });
      expect(await acme.admin.call('DELETE', `/api/customer/${own}`)).toMatchObject({
        status: 200,
        body: { customerId: { id: NULL_UUID } },
      });
      expect(await acme.customerUser.call('GET', `/api/${own}`)).toMatchObject({ status: 403 });
      const shared = await acme.admin.post<TestEntity>(`/api/customer/public/${own}`);
      expect(shared.customerId.id).not.toBe(NULL_UUID);
      expect(await acme.admin.get(`/api/${path}/info/${id.id}`)).toMatchObject({ customerIsPublic: true });
      await acme.admin.delete(`/api/customer/${own}`);
      const gone = await acme.admin.call('POST', `/api/customer/${UNKNOWN}/${own}`);
      expect(gone).toMatchObject({ status: 404, body: { errorCode: 32 } });
    });

    it('stays without a customer when its customer is deleted', async () => {
      const customer = await acme.admin.post<TestEntity>('/api/customer', { title: `Leaving ${path}` });
      const entity = await create('Orphan', { customerId: customer.id });
      expect(entity.customerId).toEqual(customer.id);
      await acme.admin.delete(`/api/customer/${customer.id.id}`);
      expect(await acme.admin.get(`/api/${path}/${entity.id.id}`)).toMatchObject({ customerId: { id: NULL_UUID } });
    });

    it('is listed by page, type, search and order, with and without a customer', async () => {
      for (const [name, type] of [
        ['Sort a', 'z kind'],
        ['Sort B', 'y kind'],
        ['sort c', 'z kind'],
      ] as const)
        await create(name, { type });
      const found = async (query: string) => names(await list(acme.admin, `textSearch=SORT&${query}`));
      expect(await found('sortProperty=name&sortOrder=ASC')).toEqual(['Sort a', 'Sort B', 'sort c']);
      expect(await found('sortProperty=name&sortOrder=DESC')).toEqual(['sort c', 'Sort B', 'Sort a']);
      expect(await found('sortProperty=type&sortOrder=ASC')).toEqual(['Sort B', 'sort c', 'Sort a']);
      expect(await found('type=z kind&sortProperty=createdTime&sortOrder=ASC')).toEqual(['Sort a', 'sort c']);
      expect(await found('type=')).toHaveLength(3);
      expect(await found('unassigned=true&sortProperty=customerTitle')).toHaveLength(3);
      const page = await acme.admin.get(`/api/tenant/${path}s?pageSize=2&page=1&textSearch=sort&sortProperty=name`);
      expect(page).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: false, data: [{ name: 'sort c' }] });
      const unsorted = await acme.admin.call('GET', `/api/tenant/${path}Infos?pageSize=1&page=0&sortProperty=secrets`);
      expect(unsorted).toMatchObject({ status: 400, body: { errorCode: 31 } });
      const types = await acme.admin.get<{ type: string; entityType: string }[]>(`/api/${path}/types`);
      expect(types.map(({ type }) => type)).toEqual(['plant', 'y kind', 'z kind']);
      expect(types[0]).toEqual({ tenantId: acme.tenant.id, entityType, type: 'plant' });
    });

    it('is found by its relations', async () => {
      const { id } = await create('Related', { type: 'site' });
      await acme.admin.post('/api/relation', { from: acme.customer.id, to: id, type: 'Contains', typeGroup: 'COMMON' });
      const search = (types: string[] | null) =>
        acme.admin.call('POST', `/api/${path}s`, {
          parameters: {
            rootId: acme.customer.id.id,
            rootType: 'CUSTOMER',
            direction: 'FROM',
            relationTypeGroup: 'COMMON',
            maxLevel: 1,
            fetchLastLevelOnly: false,
          },
          relationType: 'Contains',
          [`${path}Types`]: types,
        });
      expect(await search(['site'])).toMatchObject({ status: 200, body: [{ id }] });
      expect(await search(['plant'])).toMatchObject({ status: 200, body: [] });
      expect(await search([])).toMatchObject({ status: 200, body: [] });
      expect(await search(null)).toMatchObject({ status: 404, body: { errorCode: 32 } });
    });

    if (kind.hasByIds) {
      it('is read with others by ids, without those that are not permitted', async () => {
        const [mine, foreign] = [await create('By id'), await createAs(other.admin, 'By id')];
        const ids = [mine.id.id, foreign.id.id, UNKNOWN].join();
        expect(await acme.admin.get(`/api/${path}s?${path}Ids=${ids}`)).toEqual([mine]);
      });
    }

    it('is found by entity queries', async () => {
      const { id } = await create('Queried');
      const find = (entityFilter: object) =>
        acme.admin.post<{ totalElements: number }>('/api/entitiesQuery/find', query(entityFilter));
      const query = (entityFilter: object) => ({
        entityFilter,
        pageLink: { pageSize: 10, page: 0, textSearch: null, dynamic: false, sortOrder: null },
        entityFields: [
          { type: 'ENTITY_FIELD', key: 'name' },
          { type: 'ENTITY_FIELD', key: 'type' },
        ],
        latestValues: [],
        keyFilters: [],
      });
      const byType = (type: string, name: string) =>
        find({ type: `${path}Type`, [`${path}Type`]: type, [`${path}NameFilter`]: name });
      expect((await byType('plant', 'queri')).totalElements).toBe(1);
      expect((await byType('other', 'queri')).totalElements).toBe(0);
      expect((await byType('plant', 'none')).totalElements).toBe(0);
      await acme.admin.post('/api/relation', { from: acme.customer.id, to: id, type: 'Keeps', typeGroup: 'COMMON' });
      const related = (types: string[]) =>
        find({
          type: `${path}SearchQuery`,
          rootEntity: acme.customer.id,
          direction: 'FROM',
          relationType: 'Keeps',
          maxLevel: 1,
          [`${path}Types`]: types,
        });
      expect((await related(['plant'])).totalElements).toBe(1);
      expect((await related(['other'])).totalElements).toBe(0);
      expect(await find({ type: 'entityName', entityType, entityNameFilter: 'queri' })).toMatchObject({
        totalElements: 1,
        data: [{ entityId: id, latest: { ENTITY_FIELD: { name: { value: 'Queried' }, type: { value: 'plant' } } } }],
      });
    });

    const { limit } = kind;
    if (limit) {
      it('is refused where the tenant may have no more', async () => {
        const { system } = platform;
        const profile = await system.post<{ id: { id: string } }>('/api/tenantProfile', {
          name: `Two ${path}s`,
          profileData: { configuration: { type: 'DEFAULT', [limit]: 2 } },
        });
        const tenant = await system.get<object>(`/api/tenant/${other.tenant.id.id}`);
        const before = names(await list(other.admin, '')).length;
        await system.post('/api/tenant', { ...tenant, tenantProfileId: profile.id });
        for (let count = before; count < 2; count++) await createAs(other.admin, `Allowed ${count}`);
        const reply = await other.admin.call('POST', `/api/${path}`, bodyOf('One too many', {}, other.admin));
        expect(reply).toMatchObject(refusal(`Can't create more then 2 ${label.toLowerCase()}s!`));
      });
    }

    it('is audited, and each change reaches its history', async () => {
      const { id } = await create('Audited');
      await acme.admin.delete(`/api/${path}/${id.id}`);
      const log = await acme.admin.get<PageData<{ actionType: string; entityName: string }>>(
        `/api/audit/logs/entity/${entityType}/${id.id}?pageSize=10&page=0&sortProperty=createdTime&sortOrder=ASC`,
      );
      expect(log.data.map(({ actionType, entityName }) => [actionType, entityName])).toEqual([
        ['ADDED', 'Audited'],
        ['DELETED', 'Audited'],
      ]);
    });
  });

  kind.more?.({ platform: () => platform, acme: () => acme, other: () => other, create, refusal });
}
