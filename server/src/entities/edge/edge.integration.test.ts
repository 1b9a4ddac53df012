import type { Edge, EdgeEvent } from '@signalbox/contract/edge';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { describe, expect, it } from 'vitest';
import { describeTypedEntity, type TypedEntityContext } from '../../../test/typed-entity-suite.ts';

const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080';
const KEYS = { secret: 'secret', edgeLicenseKey: 'license', cloudEndpoint: 'https://signalbox.example' };

describeTypedEntity({
  path: 'edge',
  entityType: 'EDGE',
  label: 'Edge',
  members:
    'id createdTime additionalInfo tenantId customerId rootRuleChainId name type label routingKey secret edgeLicenseKey cloudEndpoint',
  input: { ...KEYS, routingKey: '<unique>' },
  limit: null,
  hasByIds: true,
  more: describeEdges,
});

function describeEdges({ platform, acme, other, create, refusal }: TypedEntityContext): void {
  const path = ({ id }: { id: { id: string } }) => `/api/edge/${id.id}`;
  const admin = () => acme().admin;
  const list = async <T>(address: string, query = '') =>
    (await admin().get<PageData<T>>(`${address}?pageSize=100&page=0${query}`)).data;
  const chains = (type: string) => list<RuleChain>('/api/ruleChains', `&type=${type}`);
  const newChain = (name: string, type = 'EDGE') => admin().post<RuleChain>('/api/ruleChain', { name, type });
  const newEdge = async (name: string, more = {}) => (await create(name, more)) as unknown as Edge;
  /** What an edge is told, oldest first. */
  const told = async (edge: { id: { id: string } }) =>
    (await list<EdgeEvent>(`${path(edge)}/events`, '&sortProperty=createdTime&sortOrder=ASC')).map(
      ({ type, action, entityId }) => [type, action, entityId],
    );

  describe('an edge, beyond what other kinds have', () => {
    it('starts with the chain that a new tenant has for edges, and is told of it', async () => {
      const root = (await chains('EDGE')).find((chain) => chain.root) as RuleChain;
      expect(root).toMatchObject({ name: 'Edge Root Rule Chain', type: 'EDGE', root: true });
      const { nodes, connections, firstNodeIndex } = await admin().get<{
        nodes: { type: string }[];
        connections: object[];
        firstNodeIndex: number;
      }>(`/api/ruleChain/${root.id.id}/metadata`);
      expect([nodes.length, connections.length, firstNodeIndex]).toEqual([8, 10, 0]);
      expect(nodes[7]?.type).toBe('org.thingsboard.rule.engine.edge.TbMsgPushToCloudNode');
      const edge = await newEdge('Rooted');
      expect(edge.rootRuleChainId).toEqual(root.id);
      expect(await list(`${path(edge)}/ruleChains`)).toMatchObject([{ id: root.id, type: 'EDGE' }]);
      const events = await list<EdgeEvent>(`${path(edge)}/events`);
      expect(events).toMatchObject([
        { edgeId: edge.id, tenantId: edge.tenantId, action: 'UPDATED', type: 'RULE_CHAIN', body: null },
      ]);
      expect(Object.keys(events[0] ?? {}).join(' ')).toBe(
        'id createdTime tenantId edgeId action entityId uid type body',
      );
      expect(events[0]?.entityId).toBe(root.id.id);
    });

    it('has events whose ids hold their time', async () => {
      const edge = await newEdge('Timely');
      const chain = await newChain('Of a time');
      await admin().post(`${path(edge)}/ruleChain/${chain.id.id}`);
      await admin().post(`${path(edge)}/${chain.id.id}/root`);
      const events = await list<EdgeEvent>(`${path(edge)}/events`);
      expect(events.length).toBeGreaterThan(2);
      for (const { id, createdTime } of events) {
        const [low, middle, high] = id.id.split('-');
        expect(high?.[0]).toBe('1');
        const steps = BigInt(`0x${high?.slice(1)}${middle}${low}`);
        expect(Number((steps - 122_192_928_000_000_000n) / 10_000n)).toBe(createdTime);
      }
    });

    it('is refused without its keys, and with the routing key of another one', async () => {
      const edge = await newEdge('Keys');
      const save = (more: object) =>
        admin().call('POST', '/api/edge', { name: 'No keys', type: 'site', ...KEYS, routingKey: 'free', ...more });
      for (const [more, message] of [
        [{ secret: '' }, 'Edge secret should be specified!'],
        [{ routingKey: null }, 'Edge routing key should be specified!'],
        [{ edgeLicenseKey: ' ' }, 'Edge license key should be specified!'],
        [{ cloudEndpoint: null }, 'Cloud endpoint should be specified!'],
        [{ routingKey: edge.routingKey }, 'Edge with such routing key already exists!'],
      ] as const)
        expect(await save(more)).toMatchObject(refusal(message));
      expect(await save({ edgeLicenseKey: 'x'.repeat(31) })).toMatchObject({ status: 400 });
    });

    it('keeps its root chain whatever a client saves', async () => {
      const edge = await newEdge('Steady root');
      const { id } = await newChain('Not the root');
      expect(await admin().post('/api/edge', { ...edge, rootRuleChainId: id })).toEqual(edge);
    });

    it('shows customer users no licence key, and visitors no keys at all', async () => {
      const edge = await newEdge('Secretive');
      await admin().post(`/api/customer/${acme().customer.id.id}/edge/${edge.id.id}`);
      const shown = await acme().customerUser.get<Edge>(path(edge));
      expect(shown).toMatchObject({ edgeLicenseKey: null, secret: 'secret', routingKey: edge.routingKey });
      const infos = `/api/customer/${acme().customer.id.id}/edgeInfos?pageSize=10&page=0&textSearch=secretive`;
      expect(await acme().customerUser.get(infos)).toMatchObject({ data: [{ edgeLicenseKey: null }] });
      await admin().delete(`/api/customer/edge/${edge.id.id}`);
      const { customerId } = await admin().post<Edge>(`/api/customer/public/edge/${edge.id.id}`);
      const visitor = await platform()
        .as('')
        .post<{ token: string }>('/api/auth/login/public', { publicId: customerId.id });
      expect(await platform().as(visitor.token).get(path(edge))).toMatchObject({
        edgeLicenseKey: null,
        secret: null,
        routingKey: null,
      });
    });

    it('is listed with the others of the tenant', async () => {
      await newEdge('Listed');
      const page = await admin().get('/api/edges?pageSize=10&page=0&textSearch=listed');
      expect(page).toMatchObject({ totalElements: 1, data: [{ name: 'Listed' }] });
      const refused = await acme().customerUser.call('GET', '/api/edges?pageSize=10&page=0');
      expect(refused).toMatchObject({ status: 403 });
      expect(await admin().call('GET', '/api/edges')).toMatchObject({ status: 400 });
      const sorted = await list<Edge>('/api/tenant/edges', '&sortOrder=ASC&sortProperty=cloudEndpoint');
      const values = sorted.map(({ cloudEndpoint }) => cloudEndpoint?.toLowerCase());
      expect(values).toEqual(values.toSorted());
      // Visitors, who do not see keys, would see their order.
      const byKey = await admin().call('GET', '/api/tenant/edges?pageSize=10&page=0&sortProperty=routingKey');
      expect(byKey).toMatchObject({ status: 400 });
    });

    it('has devices, assets, dashboards and rule chains, which come and go', async () => {
      const edge = await newEdge('Host');
      const members = {
        device: await admin().post<RuleChain>('/api/device', { name: 'On the edge', type: 'default' }),
        asset: await admin().post<RuleChain>('/api/asset', { name: 'On the edge', type: 'default' }),
        dashboard: await admin().post<RuleChain>('/api/dashboard', { title: 'On the edge', configuration: { a: 1 } }),
        ruleChain: await newChain('On the edge'),
      };
      for (const [kind, member] of Object.entries(members)) {
        const own = `${path(edge)}/${kind}/${member.id.id}`;
        const query = '&textSearch=oN&sortProperty=createdTime&sortOrder=ASC';
        const ids = async () => (await list<RuleChain>(`${path(edge)}/${kind}s`, query)).map(({ id }) => id);
        const before = await ids();
        expect(await admin().post(own), kind).toMatchObject({ id: member.id });
        await admin().post(own);
        expect(await ids(), kind).toEqual([...before, member.id]);
        expect(await list(`${path(edge)}/${kind}s`, `${query}&endTime=1`)).toEqual([]);
        await admin().delete(own);
        expect(await ids(), kind).toEqual(before);
      }
      const { device, asset } = members;
      await admin().post(`${path(edge)}/device/${device.id.id}`);
      expect(await list(`${path(edge)}/devices`, '&type=default')).toHaveLength(1);
      expect(await list(`${path(edge)}/devices`, '&type=other')).toEqual([]);
      expect((await told(edge)).filter(([type]) => type === 'ASSET')).toEqual([
        ['ASSET', 'ASSIGNED_TO_EDGE', asset.id.id],
        ['ASSET', 'ASSIGNED_TO_EDGE', asset.id.id],
        ['ASSET', 'UNASSIGNED_FROM_EDGE', asset.id.id],
      ]);
      const log = await list<{ actionType: string; actionData: object }>(`/api/audit/logs/entity/ASSET/${asset.id.id}`);
      expect(log.map(({ actionType }) => actionType)).toContain('UNASSIGNED_FROM_EDGE');
      expect(log.find(({ actionType }) => actionType === 'ASSIGNED_TO_EDGE')?.actionData).toEqual({
        entityId: asset.id.id,
        assignedEdgeId: edge.id.id,
        assignedEdgeName: 'Host',
      });
    });

    it('has an entity view only with what it shows', async () => {
      const edge = await newEdge('With a view');
      const device = await admin().post<Edge>('/api/device', { name: 'Shown', type: 'default' });
      const view = await admin().post<Edge>('/api/entityView', {
        name: 'View',
        type: 'default',
        entityId: device.id,
        keys: { timeseries: [], attributes: { cs: [], ss: [], sh: [] } },
      });
      const at = (kind: string, { id }: Edge) => `${path(edge)}/${kind}/${id.id}`;
      expect(await admin().call('POST', at('entityView', view))).toMatchObject(
        refusal("Can't assign entity view to edge because related device/asset doesn't assigned to edge!"),
      );
      await admin().post(at('device', device));
      expect(await admin().post(at('entityView', view))).toMatchObject({ id: view.id });
      expect(await list(`${path(edge)}/entityViews`, '&type=default&sortProperty=type')).toMatchObject([
        { id: view.id },
      ]);
      expect(await admin().call('DELETE', at('device', device))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('[View]') },
      });
      await admin().delete(at('entityView', view));
      await admin().delete(at('device', device));
      expect(await list(`${path(edge)}/devices`)).toEqual([]);
    });

    it('has what relations put on it, and nothing that they take away, in every order at once', async () => {
      const edge = await newEdge('Related by hand');
      const devices: Edge[] = [];
      for (const name of ['Related b', 'related A', 'Related c']) {
        devices.push(await admin().post<Edge>('/api/device', { name, type: 'default' }));
      }
      const relationTo = ({ id }: Edge) => ({ from: edge.id, to: id, type: 'Contains', typeGroup: 'EDGE' });
      const page = (query: string) => admin().get<PageData<Edge>>(`${path(edge)}/devices?pageSize=2&${query}`);
      const shown = async () => {
        const found = [await page('page=0&sortProperty=name'), await page('page=1&sortProperty=name')];
        return [found[0]?.totalElements, ...found.flatMap(({ data }) => data.map(({ name }) => name))];
      };
      expect(await shown()).toEqual([0]);
      for (const device of devices) await admin().post('/api/relation', relationTo(device));
      expect(await shown()).toEqual([3, 'related A', 'Related b', 'Related c']);
      const [first, second, third] = devices as [Edge, Edge, Edge];
      await admin().delete(
        `/api/relation?fromId=${edge.id.id}&fromType=EDGE&relationType=Contains&relationTypeGroup=EDGE&toId=${second.id.id}&toType=DEVICE`,
      );
      expect(await shown()).toEqual([2, 'Related b', 'Related c']);
      await admin().delete(`/api/relations?entityId=${first.id.id}&entityType=DEVICE`);
      expect(await shown()).toEqual([1, 'Related c']);
      await admin().post('/api/device', { ...third, name: 'Related d' });
      expect(await shown()).toEqual([1, 'Related d']);
    });

    it('takes nothing of other tenants, and nothing by them', async () => {
      const edge = await newEdge('Closed');
      const foreign = await other().admin.post<RuleChain>('/api/device', { name: 'Foreign', type: 'default' });
      expect(await admin().call('POST', `${path(edge)}/device/${foreign.id.id}`)).toMatchObject({ status: 404 });
      for (const call of [`device/${foreign.id.id}`, `ruleChain/${foreign.id.id}`])
        expect(await other().admin.call('POST', `${path(edge)}/${call}`)).toMatchObject({ status: 404 });
      for (const call of [`/api/edge/sync/${edge.id.id}`, `${path(edge)}/${foreign.id.id}/root`])
        expect(await other().admin.call('POST', call)).toMatchObject({ status: 404 });
      for (const call of ['events', 'devices', 'assets', 'dashboards', 'ruleChains'])
        expect(await other().admin.call('GET', `${path(edge)}/${call}?pageSize=1&page=0`)).toMatchObject({
          status: 404,
        });
      const missing = await other().admin.call('GET', `/api/edge/missingToRelatedRuleChains/${edge.id.id}`);
      expect(missing).toMatchObject({ status: 404 });
    });

    it('lists to customer users only what they may read, and counts the rest', async () => {
      const edge = await newEdge('Half open');
      await admin().post(`/api/customer/${acme().customer.id.id}/edge/${edge.id.id}`);
      const [mine, hidden] = [
        await admin().post<Edge>('/api/device', { name: 'Mine', type: 'default', customerId: acme().customer.id }),
        await admin().post<Edge>('/api/device', { name: 'Hidden', type: 'default' }),
      ];
      for (const { id } of [mine, hidden]) await admin().post(`${path(edge)}/device/${id.id}`);
      const page = await acme().customerUser.get(`${path(edge)}/devices?pageSize=10&page=0`);
      expect(page).toMatchObject({ totalElements: 2, data: [{ name: 'Mine' }] });
    });

    it('gets another root chain, which stays on it', async () => {
      const edge = await newEdge('Rerooted');
      const chain = await newChain('New root');
      const core = await newChain('Core', 'CORE');
      expect(await admin().call('POST', `${path(edge)}/ruleChain/${core.id.id}`)).toMatchObject(
        refusal("Can't assign non EDGE ruleChain to edge!"),
      );
      expect(await admin().call('POST', `${path(edge)}/${core.id.id}/root`)).toMatchObject({ status: 400 });
      await admin().post(`${path(edge)}/ruleChain/${chain.id.id}`);
      expect(await admin().post(`${path(edge)}/${chain.id.id}/root`)).toEqual({ ...edge, rootRuleChainId: chain.id });
      expect((await told(edge)).at(-1)).toEqual(['RULE_CHAIN', 'UPDATED', chain.id.id]);
      expect(await admin().call('DELETE', `${path(edge)}/ruleChain/${chain.id.id}`)).toMatchObject(
        refusal("Can't unassign root rule chain from edge [Rerooted]. Please assign another root rule chain first!"),
      );
      expect(await admin().call('DELETE', `/api/ruleChain/${chain.id.id}`)).toMatchObject(
        refusal(
          "Can't delete rule chain that is root for edge [Rerooted]. Please assign another root rule chain first to the edge!",
        ),
      );
    });

    it('names the chains that its chains lead into and that are not on it', async () => {
      const edge = await newEdge('Incomplete');
      const [first, second] = [await newChain('Leads on'), await newChain('Led into')];
      await admin().post('/api/ruleChain/metadata', {
        ruleChainId: first.id,
        firstNodeIndex: 0,
        nodes: [{ type: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode', name: 'Switch', configuration: {} }],
        connections: [],
        ruleChainConnections: [
          { fromIndex: 0, targetRuleChainId: second.id, type: 'Other', additionalInfo: { layoutX: 1, layoutY: 1 } },
        ],
      });
      await admin().post(`${path(edge)}/ruleChain/${first.id.id}`);
      const missing = () => admin().get(`/api/edge/missingToRelatedRuleChains/${edge.id.id}`);
      expect(await missing()).toEqual({ 'Leads on': ['Led into'] });
      await admin().post(`${path(edge)}/ruleChain/${second.id.id}`);
      expect(await missing()).toEqual({});
    });

    it('gets the chains that every new edge gets, and the template root that was chosen', async () => {
      const [template, automatic] = [await newChain('Template'), await newChain('Automatic')];
      const before = (await chains('EDGE')).find((chain) => chain.root) as RuleChain;
      const at = `/api/ruleChain/${template.id.id}`;
      expect(await admin().post(`${at}/edgeTemplateRoot`)).toEqual({ ...template, root: false });
      expect((await chains('EDGE')).filter(({ root }) => root)).toMatchObject([{ name: 'Template' }]);
      expect(await admin().call('DELETE', at)).toMatchObject(
        refusal('Deletion of Root Tenant Rule Chain is prohibited!'),
      );
      const automaticAt = `/api/ruleChain/${automatic.id.id}/autoAssignToEdge`;
      expect(await admin().post(automaticAt)).toEqual(automatic);
      const assigned = () => admin().get('/api/ruleChain/autoAssignToEdgeRuleChains');
      expect(await assigned()).toEqual([automatic]);
      expect(await other().admin.get('/api/ruleChain/autoAssignToEdgeRuleChains')).toEqual([]);
      const edge = await newEdge('Equipped');
      expect(edge.rootRuleChainId).toEqual(template.id);
      const names = (await list<RuleChain>(`${path(edge)}/ruleChains`, '&sortProperty=name')).map(({ name }) => name);
      expect(names).toEqual(['Automatic', 'Template']);
      expect(await admin().delete(automaticAt)).toBeDefined();
      expect(await assigned()).toEqual([]);
      const core = await newChain('Core template', 'CORE');
      for (const call of ['edgeTemplateRoot', 'autoAssignToEdge'])
        expect(await admin().call('POST', `/api/ruleChain/${core.id.id}/${call}`)).toMatchObject({ status: 400 });
      await admin().post(`/api/ruleChain/${before.id.id}/edgeTemplateRoot`);
    });

    it('is told what happens to what is on it, to its customer and to its tenant', async () => {
      const customer = await admin().post<Edge>('/api/customer', { title: 'Of the edge' });
      const edge = await newEdge('Told');
      const bystander = await newEdge('Bystander');
      const device = await admin().post<Edge>('/api/device', { name: 'Told of', type: 'default' });
      const quiet = await told(bystander);
      const since = (await told(edge)).length;
      const of = device.id.id;
      await admin().post(`${path(edge)}/device/${of}`);
      await admin().post('/api/device', { ...device, label: 'changed' });
      const relation = { from: device.id, to: customer.id, type: 'Uses', typeGroup: 'COMMON' };
      await admin().post('/api/relation', relation);
      await admin().post(`/api/customer/${customer.id.id}/device/${of}`);
      await admin().post(`/api/customer/${customer.id.id}/edge/${edge.id.id}`);
      await admin().delete(`/api/customer/device/${of}`);
      await admin().post('/api/customer', { ...customer, title: 'Of the edge, renamed' });
      await admin().delete(`/api/device/${of}`);
      await admin().delete(`/api/customer/${customer.id.id}`);
      expect((await told(edge)).slice(since)).toEqual([
        ['DEVICE', 'ASSIGNED_TO_EDGE', of],
        ['DEVICE', 'UPDATED', of],
        ['RELATION', 'RELATION_ADD_OR_UPDATE', null],
        ['CUSTOMER', 'ADDED', customer.id.id],
        ['DEVICE', 'UNASSIGNED_FROM_CUSTOMER', of],
        ['CUSTOMER', 'UPDATED', customer.id.id],
        ['DEVICE', 'DELETED', of],
        ['CUSTOMER', 'DELETED', customer.id.id],
      ]);
      expect(await told(bystander)).toEqual(quiet);
      const profile = await admin().post<Edge>('/api/deviceProfile', {
        name: 'For edges',
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
      });
      expect((await told(bystander)).at(-1)).toEqual(['DEVICE_PROFILE', 'ADDED', profile.id.id]);
    });

    it('lists its events without time series, by time and kind', async () => {
      const edge = await newEdge('Busy');
      await platform().database.pool.query(
        `INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
         VALUES (gen_random_uuid(), 5, $1, $2, 'TIMESERIES_UPDATED', 'DEVICE', $2),
           (gen_random_uuid(), 6, $1, $2, 'ATTRIBUTES_UPDATED', 'DEVICE', $2)`,
        [edge.tenantId.id, edge.id.id],
      );
      const events = (query: string) => list<EdgeEvent>(`${path(edge)}/events`, query);
      expect(await events('&endTime=10')).toMatchObject([{ action: 'ATTRIBUTES_UPDATED', createdTime: 6 }]);
      expect(await events('&startTime=10')).toMatchObject([{ type: 'RULE_CHAIN' }]);
      expect(await events('&textSearch=rule_')).toHaveLength(1);
    });

    it('is supported, as the console is told', async () => {
      for (const caller of [platform().system, admin(), acme().customerUser])
        expect(await caller.get('/api/edges/enabled')).toBe(true);
    });

    it('is not connected', async () => {
      const edge = await newEdge('Away');
      expect(await admin().call('POST', `/api/edge/sync/${edge.id.id}`)).toMatchObject(
        refusal('Edge is not connected'),
      );
    });

    it('leaves nothing behind', async () => {
      const edge = await newEdge('Removed');
      await admin().delete(path(edge));
      const { pool } = platform().database;
      await expect
        .poll(async () => (await pool.query('SELECT FROM edge_event WHERE edge_id = $1', [edge.id.id])).rowCount)
        .toBe(0);
      expect((await pool.query('SELECT FROM relation WHERE from_id = $1', [edge.id.id])).rowCount).toBe(0);
    });

    it('goes with its tenant', async () => {
      const { system, database } = platform();
      const root = await other().admin.post<Edge>('/api/edge', {
        name: 'Doomed',
        type: 'site',
        ...KEYS,
        routingKey: 'doomed',
      });
      expect(root.customerId.id).toBe(NULL_UUID);
      await system.delete(`/api/tenant/${other().tenant.id.id}`);
      const left = await database.pool.query('SELECT FROM edge WHERE tenant_id = $1', [other().tenant.id.id]);
      expect(left.rowCount).toBe(0);
    });
  });
}
