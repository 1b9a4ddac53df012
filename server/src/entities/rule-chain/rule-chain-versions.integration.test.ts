import { createHash } from 'node:crypto';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { ruleChainStateText } from '@signalbox/contract/rule-chain-state';
import type {
  DeletedRuleChain,
  FullRuleChainVersion,
  RestoredRuleChain,
  RuleChainVersion,
} from '@signalbox/contract/rule-chain-version';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { createDeletedChainsStore } from './deleted-chains-store.ts';
import { createRuleChainStore } from './rule-chain-store.ts';
import { createRuleChainVersions } from './rule-chain-versions.ts';

const DAY = 24 * 3_600_000;

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let pool: pg.Pool;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'versions');
  other = await createTestTenant(platform, 'other-versions');
  pool = platform.database.pool;
});
afterAll(() => platform?.stop());

const node = (name: string, more: object = {}) => ({
  type: 'org.thingsboard.rule.engine.action.TbLogNode',
  name,
  configuration: { jsScript: `return "${name}";` },
  additionalInfo: { layoutX: 1, layoutY: 2 },
  ...more,
});
const newChain = (name: string, more: object = {}) => acme.admin.post<RuleChain>('/api/ruleChain', { name, ...more });
const read = ({ id }: RuleChain) => acme.admin.get<RuleChainMetadata>(`/api/ruleChain/${id.id}/metadata`);
const save = ({ id }: RuleChain, body: object) =>
  acme.admin.post<RuleChainMetadata>('/api/ruleChain/metadata', { ruleChainId: id, ...body });
const versionsOf = async ({ id }: RuleChain, query = '') =>
  (await acme.admin.get<PageData<RuleChainVersion>>(`/api/ruleChain/${id.id}/versions?pageSize=100&page=0${query}`))
    .data;
const version = ({ id }: RuleChain, number: number) =>
  acme.admin.get<FullRuleChainVersion>(`/api/ruleChain/${id.id}/versions/${number}`);
const restore = ({ id }: RuleChain, number: number, basedOn = '') =>
  acme.admin.call('POST', `/api/ruleChain/${id.id}/versions/${number}/restore${basedOn}`);
const deletedChains = async (query = '') =>
  (await acme.admin.get<PageData<DeletedRuleChain>>(`/api/ruleChains/deleted?pageSize=100&page=0${query}`)).data;
const remove = ({ id }: RuleChain) => acme.admin.call('DELETE', `/api/ruleChain/${id.id}`);
const bringBack = ({ id }: RuleChain, query = '') =>
  acme.admin.post<RestoredRuleChain>(`/api/ruleChains/deleted/${id.id}/restore${query}`);
const stateOf = (metadata: RuleChainMetadata) =>
  createHash('sha256').update(ruleChainStateText(metadata)).digest('hex');
/** To a chain, from its first node. */
const linkTo = ({ id }: RuleChain, type = 'Success') => ({
  fromIndex: 0,
  targetRuleChainId: id,
  additionalInfo: { layoutX: 9, layoutY: 9, ruleChainNodeId: 'rule-chain-node-0' },
  type,
});

describe('versions of rule chains', () => {
  it('are kept for every save, with who, when, and how many changes', async () => {
    const chain = await newChain('Watched');
    expect(await versionsOf(chain)).toEqual([]);
    const first = await save(chain, { nodes: [node('a'), node('b')], firstNodeIndex: 0 });
    const second = await save(chain, {
      ...first,
      nodes: [{ ...first.nodes[0], name: 'a2' }, first.nodes[1], node('c')],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'Success' },
        { fromIndex: 0, toIndex: 1, type: 'Failure' },
      ],
    });
    const [newest, oldest, ...more] = await versionsOf(chain);
    expect(more).toEqual([]);
    expect(newest).toMatchObject({
      number: 2,
      until: null,
      userId: acme.admin.user.id,
      userName: 'admin@versions.example',
      cause: 'SAVED',
      restored: null,
      name: 'Watched',
      nodes: 3,
      // A changed, c and one link with two labels added.
      changes: 3,
    });
    // Two nodes and where messages enter.
    expect(oldest).toMatchObject({ number: 1, nodes: 2, changes: 3, until: newest?.createdTime });
    expect((await version(chain, 1)).metadata).toEqual(first);
    expect((await version(chain, 2)).metadata).toEqual(second);
    expect(await acme.admin.call('GET', `/api/ruleChain/${chain.id.id}/versions/3`)).toMatchObject({
      status: 404,
      body: { errorCode: 32, message: 'The rule chain has no version 3' },
    });
  });

  it('say which one was in force at a time', async () => {
    const chain = await newChain('Timed');
    await save(chain, { nodes: [node('one')] });
    await save(chain, { nodes: [node('two')] });
    const [second, first] = (await versionsOf(chain)) as [RuleChainVersion, RuleChainVersion];
    const at = async (time: number) => (await versionsOf(chain, `&at=${time}`)).map(({ number }) => number);
    expect(await at(first.createdTime - 1)).toEqual([]);
    expect(await at(second.createdTime - 1)).toEqual(first.createdTime === second.createdTime ? [] : [1]);
    expect(await at(second.createdTime)).toEqual([2]);
    expect(await at(Date.now() + DAY)).toEqual([2]);
  });

  it('are none of a save that changes nothing, nor of the root flag or the name', async () => {
    const chain = await newChain('Still');
    const saved = await save(chain, { nodes: [node('a')] });
    await save(chain, saved);
    await acme.admin.post('/api/ruleChain', { ...chain, name: 'Renamed' });
    expect(await versionsOf(chain)).toHaveLength(1);
  });

  it('are restored under the ids of their nodes, by which others can be restored in turn', async () => {
    const chain = await newChain('Restored');
    const first = await save(chain, { nodes: [node('a'), node('b')], firstNodeIndex: 1 });
    const second = await save(chain, { nodes: [node('c')], firstNodeIndex: 0 });
    const back = await restore(chain, 1, `?basedOn=${stateOf(second)}`);
    expect(back).toMatchObject({ status: 200 });
    expect(back.body).toEqual(first);
    expect(await read(chain)).toEqual(first);
    expect((await restore(chain, 2)).body).toEqual(second);
    expect((await versionsOf(chain)).map(({ number, cause, restored }) => [number, cause, restored])).toEqual([
      [4, 'RESTORED', 2],
      [3, 'RESTORED', 1],
      [2, 'SAVED', null],
      [1, 'SAVED', null],
    ]);
    // Nodes that came back are not removed as deleted ones.
    const ids = second.nodes.map(({ id }) => id?.id);
    const gone = await pool.query('SELECT FROM deleted_entity WHERE entity_id = ANY($1::uuid[])', [ids]);
    expect(gone.rows).toEqual([]);
    // What is the same is stored once.
    const contents = await pool.query('SELECT FROM rule_chain_content WHERE rule_chain_id = $1', [chain.id.id]);
    expect(contents.rows).toHaveLength(2);
  });

  it('do not overwrite what somebody else saved meanwhile', async () => {
    const chain = await newChain('Contested version');
    const first = await save(chain, { nodes: [node('a')] });
    await save(chain, { nodes: [node('b')] });
    expect(await restore(chain, 1, `?basedOn=${stateOf(first)}`)).toMatchObject({
      status: 409,
      body: { errorCode: 31, message: 'The rule chain was changed meanwhile' },
    });
    expect(await versionsOf(chain)).toHaveLength(2);
  });

  it('keep the audit log and the rules informed', async () => {
    const chain = await newChain('Audited version');
    await save(chain, { nodes: [node('a')] });
    await save(chain, { nodes: [node('b')] });
    await restore(chain, 1);
    const path = `/api/audit/logs/entity/RULE_CHAIN/${chain.id.id}?pageSize=10&page=0`;
    const actions = async () =>
      (await acme.admin.get<PageData<{ actionType: string }>>(path)).data.map(({ actionType }) => actionType);
    await expect.poll(actions).toEqual(['UPDATED', 'UPDATED', 'UPDATED', 'ADDED']);
  });

  it('belong to their tenant', async () => {
    const chain = await newChain('Private version');
    await save(chain, { nodes: [node('a')] });
    await save(chain, { nodes: [node('b')] });
    const paths = [
      ['GET', `/api/ruleChain/${chain.id.id}/versions?pageSize=1&page=0`],
      ['GET', `/api/ruleChain/${chain.id.id}/versions/1`],
      ['POST', `/api/ruleChain/${chain.id.id}/versions/1/restore`],
    ] as const;
    for (const [method, path] of paths) {
      expect(await other.admin.call(method, path)).toMatchObject({ status: 404 });
      expect(await acme.customerUser.call(method, path)).toMatchObject({ status: 403 });
    }
    expect((await read(chain)).nodes[0]?.name).toBe('b');
  });

  it('begin with what a chain was before versions were kept', async () => {
    const chain = await newChain('Older');
    const first = await save(chain, { nodes: [node('a')] });
    await pool.query('DELETE FROM rule_chain_version WHERE rule_chain_id = $1', [chain.id.id]);
    expect(await versionsOf(chain)).toMatchObject([{ number: 1, cause: 'FOUND', userId: null, until: null }]);
    await pool.query('DELETE FROM rule_chain_version WHERE rule_chain_id = $1', [chain.id.id]);
    await save(chain, { nodes: [node('b')] });
    expect((await versionsOf(chain)).map(({ cause }) => cause)).toEqual(['SAVED', 'FOUND']);
    expect((await version(chain, 1)).metadata).toEqual(first);
  });

  it('note what deleting another chain cut', async () => {
    const target = await newChain('Cut target');
    const chain = await newChain('Cut source');
    await save(chain, { nodes: [node('a')], ruleChainConnections: [linkTo(target)] });
    await remove(target);
    expect(await versionsOf(chain)).toMatchObject([
      { number: 2, cause: 'LINKS_CHANGED', userName: 'admin@versions.example' },
      { number: 1 },
    ]);
    expect((await version(chain, 2)).metadata).toEqual(await read(chain));
  });

  it('of a tenant go with it', async () => {
    const gone = await createTestTenant(platform, 'gone-versions');
    const chain = await gone.admin.post<RuleChain>('/api/ruleChain', { name: 'Gone' });
    await gone.admin.post('/api/ruleChain/metadata', { ruleChainId: chain.id, nodes: [node('a')] });
    await gone.admin.call('DELETE', `/api/ruleChain/${chain.id.id}`);
    const left = async () => {
      const tables = ['rule_chain_version', 'rule_chain_content', 'deleted_rule_chain'];
      const counts = tables.map((table) =>
        pool.query<{ total: string }>(`SELECT count(*) AS total FROM ${table} WHERE tenant_id = $1`, [
          gone.tenant.id.id,
        ]),
      );
      return (await Promise.all(counts)).map(({ rows }) => Number(rows[0]?.total));
    };
    expect((await left()).every((count) => count > 0)).toBe(true);
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    expect(await left()).toEqual([0, 0, 0]);
  });
});

describe('what is kept of versions', () => {
  /** Stores of the tenant `acme` with bounds of their own, on its database. */
  async function withBounds(bounds: { traced?: number; maxBytes?: number }) {
    let time = Date.now();
    const versions = createRuleChainVersions(platform.database.db, { traced: DAY, ...bounds, now: () => time });
    const deleted = createDeletedChainsStore(platform.database.db, versions);
    const store = createRuleChainStore(platform.database.db, versions, deleted);
    const chain = await newChain('Bounded');
    const { id } = chain.id;
    const author = undefined;
    return {
      chain,
      pass: (ms: number) => {
        time += ms;
      },
      save: (name: string, more: object = {}) =>
        store.saveMetadata(acme.tenant.id.id, id, { nodes: [node(name, more)] }, { author, cause: 'SAVED' }),
    };
  }

  it('is the newest 200 of a chain and what is younger than 30 days', async () => {
    const { chain, pass, save: saveHere } = await withBounds({});
    for (let count = 0; count < 210; count++) await saveHere(`node ${count}`);
    pass(29 * DAY);
    await saveHere('younger');
    expect(await total(chain)).toBe(211);
    pass(31 * DAY);
    await saveHere('last');
    expect(await total(chain)).toBe(200);
  });

  it('takes little room: the oldest go, but not those that messages of the log ran through', async () => {
    const { chain, pass, save: saveHere } = await withBounds({ maxBytes: 60_000 });
    const big = () => ({ configuration: { jsScript: randomText(10_000) } });
    for (let count = 0; count < 5; count++) await saveHere(`node ${count}`, big());
    pass(2 * DAY);
    for (let count = 5; count < 9; count++) await saveHere(`node ${count}`, big());
    const numbers = (await versionsOf(chain)).map(({ number }) => number);
    // What was in force during the last day is all there, though it takes too much.
    expect(numbers.slice(0, 5)).toEqual([9, 8, 7, 6, 5]);
    expect(numbers).not.toContain(1);
  });

  it('is so much at most that a flood of saves is refused', async () => {
    const { chain, save: saveHere } = await withBounds({ maxBytes: 40_000 });
    const refusal = await (async () => {
      for (let count = 0; count < 90; count++) {
        await saveHere(`node ${count}`, { configuration: { jsScript: randomText(5_000) } });
      }
    })().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429 });
    // What was refused is not stored.
    expect((await read(chain)).nodes).toEqual((await version(chain, await total(chain))).metadata.nodes);
    await pool.query('DELETE FROM rule_chain_version WHERE rule_chain_id = $1', [chain.id.id]);
    await pool.query('DELETE FROM rule_chain_content WHERE rule_chain_id = $1', [chain.id.id]);
  });
});

describe('deleted rule chains', () => {
  it('are listed with who deleted them, and restored under their id', async () => {
    const chain = await newChain('Comes back', { debugMode: true, additionalInfo: { description: 'kept' } });
    const saved = await save(chain, { nodes: [node('a'), node('b')], firstNodeIndex: 1 });
    await remove(chain);
    const [found, ...more] = await deletedChains('&textSearch=COMES');
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      id: chain.id,
      name: 'Comes back',
      type: 'CORE',
      userName: 'admin@versions.example',
      nodes: 2,
      links: 0,
    });
    expect((found?.keptUntil ?? 0) - (found?.deletedTime ?? 0)).toBe(30 * DAY);
    // Its versions can still be read.
    expect((await version(chain, 1)).metadata).toEqual(saved);
    expect(await bringBack(chain)).toEqual({
      ruleChain: { ...chain, firstRuleNodeId: saved.nodes[1]?.id },
      formerName: null,
      links: 0,
      lost: { linksToIt: 0, linksFromIt: 0, edges: 0, autoAssigned: false },
    });
    expect(await read(chain)).toEqual(saved);
    expect(await deletedChains('&textSearch=COMES')).toEqual([]);
    expect(await versionsOf(chain)).toMatchObject([
      { number: 2, cause: 'RESTORED', restored: 1, until: null },
      { number: 1, until: found?.deletedTime },
    ]);
    // Nothing of it is removed as of a deleted one.
    const gone = await pool.query('SELECT FROM deleted_entity WHERE entity_id = ANY($1::uuid[])', [
      [chain.id.id, ...saved.nodes.map(({ id }) => id?.id)],
    ]);
    expect(gone.rows).toEqual([]);
    expect(await acme.admin.call('POST', `/api/ruleChains/deleted/${chain.id.id}/restore`)).toMatchObject({
      status: 404,
    });
  });

  it('get links of other chains back when that is asked for, and say what is lost', async () => {
    const target = await newChain('Linked target');
    const beyond = await newChain('Beyond');
    await save(target, { nodes: [node('t')], ruleChainConnections: [linkTo(beyond)] });
    const one = await newChain('Links one');
    const two = await newChain('Links two');
    const before = await save(one, {
      nodes: [node('a')],
      ruleChainConnections: [linkTo(target), linkTo(target, 'Failure')],
    });
    await save(two, { nodes: [node('b')], ruleChainConnections: [linkTo(target)] });
    await remove(target);
    await remove(beyond);
    expect(await deletedChains('&textSearch=linked')).toMatchObject([{ links: 3 }]);
    // The node that led to it is gone.
    await save(two, { nodes: [node('c')] });
    expect(await bringBack(target, '?links=true')).toMatchObject({
      links: 2,
      lost: { linksToIt: 1, linksFromIt: 1, edges: 0, autoAssigned: false },
    });
    expect((await read(one)).ruleChainConnections).toEqual(before.ruleChainConnections);
    expect(await versionsOf(one)).toMatchObject([{ cause: 'LINKS_CHANGED', number: 3 }, { number: 2 }, { number: 1 }]);
    // Not asked for, they stay away.
    await remove(target);
    expect(await bringBack(target)).toMatchObject({ links: 0, lost: { linksToIt: 2 } });
    expect((await read(one)).ruleChainConnections).toBeNull();
  });

  it('get another name where theirs is taken, and are no root', async () => {
    const chain = await newChain('Twin');
    await remove(chain);
    await newChain('Twin');
    await newChain('Twin (2)');
    expect(await bringBack(chain)).toMatchObject({
      formerName: 'Twin',
      ruleChain: { id: chain.id, name: 'Twin (3)', root: false },
    });
  });

  it('are deleted for good by whoever wants, or after 30 days', async () => {
    const chain = await newChain('For good');
    await save(chain, { nodes: [node('a')] });
    await remove(chain);
    expect(await other.admin.call('DELETE', `/api/ruleChains/deleted/${chain.id.id}`)).toMatchObject({ status: 404 });
    expect(await other.admin.call('POST', `/api/ruleChains/deleted/${chain.id.id}/restore`)).toMatchObject({
      status: 404,
    });
    expect(await other.admin.get<PageData<unknown>>('/api/ruleChains/deleted?pageSize=10&page=0')).toMatchObject({
      data: [],
    });
    await acme.admin.call('DELETE', `/api/ruleChains/deleted/${chain.id.id}`);
    expect(await deletedChains('&textSearch=good')).toEqual([]);
    const versions = () => pool.query('SELECT FROM rule_chain_version WHERE rule_chain_id = $1', [chain.id.id]);
    expect((await versions()).rows).toEqual([]);

    const old = await newChain('Long gone');
    await save(old, { nodes: [node('a')] });
    await remove(old);
    const bounds = createRuleChainVersions(platform.database.db, { traced: DAY });
    const store = createDeletedChainsStore(platform.database.db, bounds);
    expect(await store.sweep(Date.now())).toBe(0);
    expect(await store.sweep(Date.now() + 31 * DAY)).toBeGreaterThan(0);
    expect(await deletedChains('&textSearch=long')).toEqual([]);
    const left = await pool.query('SELECT FROM rule_chain_content WHERE rule_chain_id = $1', [old.id.id]);
    expect(left.rows).toEqual([]);
  });

  it('count towards the limit of the tenant when they come back', async () => {
    const chain = await newChain('One too many');
    await remove(chain);
    const { rows } = await pool.query<{ total: number }>(
      'SELECT count(*) AS total FROM rule_chain WHERE tenant_id = $1',
      [acme.tenant.id.id],
    );
    const profile = await platform.system.get<TenantProfile>(`/api/tenantProfile/${acme.tenant.tenantProfileId?.id}`);
    const { profileData } = profile;
    const configuration = { ...profileData.configuration, maxRuleChains: Number(rows[0]?.total) };
    await platform.system.post('/api/tenantProfile', { ...profile, profileData: { ...profileData, configuration } });
    expect(await acme.admin.call('POST', `/api/ruleChains/deleted/${chain.id.id}/restore`)).toMatchObject({
      status: 400,
    });
  });
});

async function total(chain: RuleChain): Promise<number> {
  const path = `/api/ruleChain/${chain.id.id}/versions?pageSize=1&page=0`;
  return (await acme.admin.get<PageData<RuleChainVersion>>(path)).totalElements;
}

const randomText = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90)))
    .join('')
    .replaceAll('<', '_');
