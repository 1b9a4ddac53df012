import { createHash } from 'node:crypto';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { ruleChainStateText } from '@signalbox/contract/rule-chain-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });
const newChain = (name: string) => acme.admin.post<RuleChain>('/api/ruleChain', { name });
const read = (chain: RuleChain) => acme.admin.get<RuleChainMetadata>(`/api/ruleChain/${chain.id.id}/metadata`);
const save = (body: object) => acme.admin.post<RuleChainMetadata>('/api/ruleChain/metadata', body);
const node = (name: string, more: object = {}) => ({
  type: 'org.thingsboard.rule.engine.action.TbLogNode',
  name,
  configuration: { jsScript: 'return "<x>";' },
  additionalInfo: { layoutX: 1, layoutY: 2 },
  ...more,
});

describe('rule chains', () => {
  it('start with the root chain', async () => {
    const list = await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=10&page=0');
    expect(list.data).toHaveLength(1);
    const root = list.data[0] as RuleChain;
    expect(Object.keys(root)).toEqual(
      'id createdTime additionalInfo tenantId name type firstRuleNodeId root debugMode configuration'.split(' '),
    );
    expect(root).toMatchObject({ name: 'Root Rule Chain', type: 'CORE', root: true, debugMode: false });
    const metadata = await read(root);
    expect(metadata).toMatchObject({ firstNodeIndex: 6, ruleChainConnections: null });
    expect(metadata.nodes).toHaveLength(7);
    expect(metadata.connections).toHaveLength(6);
    expect(Object.keys(metadata.nodes[0] as object)).toEqual(
      'id createdTime additionalInfo ruleChainId type name debugMode configuration'.split(' '),
    );
    expect(root.firstRuleNodeId).toEqual(metadata.nodes[6]?.id);
  });

  it('have each connection once: a message would pass it twice', async () => {
    const chain = await newChain('Twice');
    const other = await newChain('Other');
    const arrow = { fromIndex: 0, toIndex: 1, type: 'True' };
    const way = { fromIndex: 1, targetRuleChainId: other.id, type: 'Success', additionalInfo: { layoutX: 1 } };
    await save({
      ruleChainId: chain.id,
      firstNodeIndex: 0,
      nodes: [node('first'), node('second')],
      connections: [arrow, arrow, { ...arrow, type: 'False' }],
      ruleChainConnections: [way, { ...way, additionalInfo: { layoutX: 2 } }],
    });
    const { connections, ruleChainConnections } = await read(chain);
    expect(connections).toEqual([arrow, { ...arrow, type: 'False' }]);
    expect(ruleChainConnections).toEqual([{ ...way, additionalInfo: { layoutX: 2 } }]);
  });

  it('are not overwritten by somebody who changed an older state', async () => {
    const chain = await newChain('Contested');
    const stateOf = (metadata: RuleChainMetadata) =>
      createHash('sha256').update(ruleChainStateText(metadata)).digest('hex');
    const saveBasedOn = (basedOn: string, body: object) =>
      acme.admin.call('POST', `/api/ruleChain/metadata?basedOn=${basedOn}`, { ruleChainId: chain.id, ...body });
    const empty = stateOf(await read(chain));
    const first = (await saveBasedOn(empty, { nodes: [node('mine')] })).body as RuleChainMetadata;
    expect(stateOf(await read(chain))).toBe(stateOf(first));
    expect(await saveBasedOn(empty, { nodes: [node('theirs')] })).toMatchObject({
      status: 409,
      body: { errorCode: 31, message: 'The rule chain was changed meanwhile' },
    });
    // Of two who save at once on the same state, one is refused.
    const both = await Promise.all(
      ['one', 'other'].map((name) => saveBasedOn(stateOf(first), { nodes: [node(name)] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // Clients that name no state replace it as ever.
    await save({ ruleChainId: chain.id, nodes: [node('plain')] });
    expect((await read(chain)).nodes.map(({ name }) => name)).toEqual(['plain']);
    expect(await saveBasedOn('nonsense', { nodes: [] })).toMatchObject({ status: 400 });
  });

  it('keep the ids of nodes that stay, and null where there are no connections', async () => {
    const chain = await newChain('Edited');
    expect(await read(chain)).toEqual({
      ruleChainId: chain.id,
      firstNodeIndex: null,
      nodes: [],
      connections: null,
      ruleChainConnections: null,
    });
    const first = await save({
      ruleChainId: chain.id,
      firstNodeIndex: 1,
      nodes: [node('a'), node('b', { debugMode: true }), node('c')],
      connections: [
        { fromIndex: 1, toIndex: 0, type: 'Success' },
        { fromIndex: 1, toIndex: 0, type: 'My label' },
      ],
      ruleChainConnections: null,
    });
    expect(first).toMatchObject({ firstNodeIndex: 1, ruleChainConnections: null });
    expect(first.nodes.map(({ name, debugMode }) => [name, debugMode])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(await read(chain)).toEqual(first);
    const [, b, c] = first.nodes;
    const second = await save({
      ...first,
      firstNodeIndex: 0,
      nodes: [{ ...b, name: 'b2' }, node('d'), c],
      connections: [{ fromIndex: 0, toIndex: 2, type: 'True' }],
    });
    expect(second.nodes.map(({ name }) => name)).toEqual(['b2', 'd', 'c']);
    expect(second.nodes[0]).toMatchObject({ id: b?.id, createdTime: b?.createdTime });
    expect(second.nodes[2]?.id).toEqual(c?.id);
    expect((await acme.admin.get<RuleChain>(`/api/ruleChain/${chain.id.id}`)).firstRuleNodeId).toEqual(b?.id);
    const empty = await save({ ruleChainId: chain.id, nodes: [], connections: [] });
    expect(empty).toMatchObject({ firstNodeIndex: null, nodes: [], connections: null });
  });

  it('lead into other chains of their tenant only', async () => {
    const target = await newChain('Target');
    const chain = await newChain('Source');
    const foreign = await other.admin.post<RuleChain>('/api/ruleChain', { name: 'Foreign' });
    const to = (id: unknown) => ({
      fromIndex: 0,
      targetRuleChainId: id,
      type: 'Success',
      additionalInfo: { layoutX: 9, layoutY: 9, ruleChainNodeId: 'rule-chain-node-1' },
    });
    const saved = await save({
      ruleChainId: chain.id,
      nodes: [node('a')],
      ruleChainConnections: [to(target.id), to(foreign.id)],
    });
    expect(saved.ruleChainConnections).toEqual([to(target.id)]);
    await acme.admin.delete(`/api/ruleChain/${target.id.id}`);
    expect((await read(chain)).ruleChainConnections).toBeNull();
  });

  it('may lead back through other chains, and say from which chains messages come to one', async () => {
    const [first, second, third, apart] = [
      await newChain('First'),
      await newChain('Second'),
      await newChain('Third'),
      await newChain('Apart'),
    ];
    const lead = (from: RuleChain, to: RuleChain) =>
      save({
        ruleChainId: from.id,
        nodes: [node('a')],
        ruleChainConnections: [{ fromIndex: 0, targetRuleChainId: to.id, type: 'Success' }],
      });
    await lead(first, second);
    await lead(second, third);
    await lead(apart, apart);
    const leading = async ({ id }: RuleChain) =>
      (await acme.admin.get<string[]>(`/api/ruleChain/${id.id}/leading`)).sort();
    const ids = (...chains: RuleChain[]) => chains.map(({ id }) => id.id).sort();
    expect(await leading(third)).toEqual(ids(first, second, third));
    expect(await leading(first)).toEqual(ids(first));
    expect(await leading(apart)).toEqual(ids(apart));
    await lead(third, first);
    expect(await leading(first)).toEqual(ids(first, second, third));
    expect((await other.admin.call('GET', `/api/ruleChain/${first.id.id}/leading`)).status).toBe(404);
  });

  it('are not taken with circles or dangling indexes, and stay as they were', async () => {
    const chain = await newChain('Strict');
    const good = await save({ ruleChainId: chain.id, firstNodeIndex: 0, nodes: [node('a'), node('b')] });
    const call = (body: object) => acme.admin.call('POST', '/api/ruleChain/metadata', { ...good, ...body });
    const arrow = (fromIndex: number, toIndex: number) => ({ fromIndex, toIndex, type: 'Success' });
    expect(await call({ connections: [arrow(0, 0)] })).toMatchObject(refusal("Can't create the relation to yourself."));
    expect(await call({ connections: [arrow(0, 1), arrow(1, 0)] })).toMatchObject(
      refusal("Can't create circling relations in rule chain."),
    );
    expect((await call({ connections: [arrow(0, 5)] })).status).toBe(400);
    expect((await call({ firstNodeIndex: 2 })).status).toBe(400);
    expect((await call({ nodes: [node('x'.repeat(256))] })).status).toBe(400);
    expect((await call({ ruleChainId: null })).status).toBe(400);
    expect(await read(chain)).toEqual(good);
    expect((await other.admin.call('POST', '/api/ruleChain/metadata', good)).status).toBe(404);
    expect((await other.admin.call('GET', `/api/ruleChain/${chain.id.id}/metadata`)).status).toBe(404);
  });

  it('take the configuration of a node as an object, in text too, and refuse anything else', async () => {
    const chain = await newChain('Configured');
    const nodes = (configuration: unknown) => ({ ruleChainId: chain.id, nodes: [{ ...node('a'), configuration }] });
    expect((await save(nodes('{"jsScript":"return true;"}'))).nodes[0]?.configuration).toEqual({
      jsScript: 'return true;',
    });
    for (const wrong of ['no JSON', '[1]', 5, true, ['a']]) {
      const reply = await acme.admin.call<{ message: string }>('POST', '/api/ruleChain/metadata', nodes(wrong));
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain('configuration');
    }
  });

  it('have one root, which can move but not be deleted', async () => {
    const root = (await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=10&page=0&textSearch=root'))
      .data[0] as RuleChain;
    expect(await acme.admin.call('DELETE', `/api/ruleChain/${root.id.id}`)).toMatchObject(
      refusal('Deletion of Root Tenant Rule Chain is prohibited!'),
    );
    expect(await acme.admin.call('POST', '/api/ruleChain', { name: 'x', root: true })).toMatchObject(
      refusal('Another root rule chain is present in scope of current tenant!'),
    );
    const chain = await acme.admin.post<RuleChain>('/api/ruleChain/device/default', { name: 'Pumps' });
    expect((await read(chain)).nodes).toHaveLength(7);
    const moved = await acme.admin.post<RuleChain>(`/api/ruleChain/${chain.id.id}/root`);
    expect(moved.root).toBe(true);
    expect((await acme.admin.get<RuleChain>(`/api/ruleChain/${root.id.id}`)).root).toBe(false);
    await acme.admin.post(`/api/ruleChain/${root.id.id}/root`);
    const profile = {
      name: 'P',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      profileData: {},
      defaultRuleChainId: chain.id,
    };
    await acme.admin.post('/api/deviceProfile', profile);
    expect(await acme.admin.call('DELETE', `/api/ruleChain/${chain.id.id}`)).toMatchObject(
      refusal('The rule chain referenced by the device profiles cannot be deleted!'),
    );
  });

  it('travel to another tenant as an export', async () => {
    const target = await newChain('Second');
    const source = await newChain('First');
    await save({
      ruleChainId: source.id,
      firstNodeIndex: 0,
      nodes: [node('a', { configuration: { owner: { entityType: 'TENANT', id: acme.tenant.id.id } } })],
      ruleChainConnections: [{ fromIndex: 0, targetRuleChainId: target.id, type: 'Success', additionalInfo: null }],
    });
    const exported = await acme.admin.get<{ ruleChains: RuleChain[] }>('/api/ruleChains/export?limit=100');
    expect(JSON.stringify(exported)).not.toContain(source.id.id);
    const imported = await other.admin.post<object[]>('/api/ruleChains/import', exported);
    expect(imported).toHaveLength(exported.ruleChains.length);
    for (const result of imported) expect(Object.keys(result)).toEqual(['ruleChainId', 'ruleChainName']);
    const find = async (name: string) =>
      (await other.admin.get<PageData<RuleChain>>(`/api/ruleChains?pageSize=10&page=0&textSearch=${name}`))
        .data[0] as RuleChain;
    const metadata = await other.admin.get<RuleChainMetadata>(`/api/ruleChain/${(await find('First')).id.id}/metadata`);
    expect(metadata.ruleChainConnections?.[0]?.targetRuleChainId).toEqual((await find('Second')).id);
    expect(metadata.nodes[0]?.configuration).toEqual({ owner: { entityType: 'TENANT', id: other.tenant.id.id } });
    const again = await other.admin.post<{ updated?: boolean }[]>('/api/ruleChains/import?overwrite=true', exported);
    expect(again.every(({ updated }) => updated)).toBe(true);
  });

  it('are sorted by their kind and by whether they are looked at', async () => {
    const sorted = '/api/ruleChains?pageSize=100&page=0&sortOrder=ASC&sortProperty=';
    const { data } = await acme.admin.get<{ data: { type: string }[] }>(`${sorted}type`);
    expect(data.map(({ type }) => type)).toEqual(data.map(({ type }) => type).toSorted());
    expect((await acme.admin.call('GET', `${sorted}debugMode`)).status).toBe(200);
    expect((await acme.admin.call('GET', `${sorted}configuration`)).status).toBe(400);
  });

  it('offer the kinds of node they can be made of', async () => {
    const all = await acme.admin.get<{ clazz: string }[]>('/api/components?componentTypes=FILTER,ACTION');
    expect(all.length).toBeGreaterThan(0);
    expect((await acme.admin.call('GET', '/api/components?componentTypes=ODD')).status).toBe(400);
    expect(await acme.admin.call('GET', '/api/components?componentTypes=')).toMatchObject({
      body: { message: "Parameter 'componentTypes' can't be empty!" },
    });
    expect(await acme.admin.get(`/api/component/${all[0]?.clazz}`)).toEqual(all[0]);
    expect((await acme.admin.call('GET', '/api/component/no.such.Node')).status).toBe(404);
    const filters = await acme.admin.get<object[]>('/api/components/FILTER');
    expect(filters.length).toBeGreaterThan(0);
    expect(await acme.admin.get('/api/components/FILTER&ruleChainType=CORE')).toEqual(filters);
    expect((await acme.admin.call('GET', '/api/components/ODD')).status).toBe(400);
    expect((await acme.customerUser.call('GET', '/api/components/FILTER')).status).toBe(403);
  });
});
