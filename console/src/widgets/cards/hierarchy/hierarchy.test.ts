import { describe, expect, it } from 'vitest';
import { testMachine } from '../../sandbox/test-machine.ts';
import type { Level } from '../../tree/levels.ts';
import { rowsOf } from '../../tree/tree-model.ts';
import { followedLists, type HierarchyParts, hierarchyOf, type Member } from './hierarchy-model.ts';
import { hasNodeFunctions, type NodeContext, nodeFunctions, queryFor } from './node-functions.ts';

const scripts = testMachine();
const asset = (id: string): Member => ({ entityType: 'ASSET', id, name: id });
const device = (id: string): Member => ({ entityType: 'DEVICE', id, name: id });
const ready = (...items: Member[]): Level<Member> => ({ items, total: items.length, state: 'ready' });

function build(settings: Record<string, unknown>, part: Partial<HierarchyParts> = {}) {
  const functions = nodeFunctions(settings, scripts);
  const built = hierarchyOf({
    roots: [{ member: asset('site'), datasource: 0 }],
    levels: new Map(),
    functions,
    valuesOf: () => undefined,
    opened: new Map(),
    shown: new Map(),
    draw: ({ context }) => ({ text: functions.text(context) }),
    circle: 'circle',
    ...part,
  });
  const lines = rowsOf(built.nodes, built.more).map((row) => (row.kind === 'node' ? row.node.text : row.kind));
  return { ...built, lines };
}

const SITE = '/ASSET:site';
const HALL = `${SITE}/ASSET:hall`;

describe('a hierarchy', () => {
  it('opens by itself, asks for what is not there, and sorts by type and name', () => {
    const first = build({});
    expect(first.wanted).toEqual([SITE]);
    expect(first.lines).toEqual(['site', 'loading']);
    const then = build(
      {},
      { levels: new Map([[SITE, ready(device('b'), device('a10'), device('a9'), asset('hall'))]]) },
    );
    expect(then.lines).toEqual(['site', 'hall', 'loading', 'a9', 'loading', 'a10', 'loading', 'b', 'loading']);
    expect(then.wanted[0]).toBe(HALL);
  });

  it('never goes round in a circle', () => {
    const settings = { nodeOpenedFunction: 'return true;' };
    const levels = new Map([
      [SITE, ready(asset('hall'))],
      [HALL, ready(asset('site'), asset('hall'))],
    ]);
    const { lines, wanted, nodes } = build(settings, { levels });
    expect(lines).toEqual(['site', 'hall', 'hall', 'site']);
    expect(wanted).toEqual([]);
    expect(JSON.stringify(nodes).match(/"note":"circle"/g)).toHaveLength(2);
  });

  it('does not open without end by itself', () => {
    const levels = new Map<string, Level<Member>>();
    let count = 0;
    for (let step = 0; step < 40; step++) {
      const { wanted } = build({ nodeOpenedFunction: 'return true;' }, { levels });
      count += wanted.length;
      for (const key of wanted) levels.set(key, ready(asset(`${key.length}`)));
    }
    expect(count).toBe(10);
  });

  it('opens and closes as people say, and says that a level is empty to who opened it', () => {
    const levels = new Map([[SITE, ready()]]);
    expect(build({}, { levels }).lines).toEqual(['site']);
    expect(build({}, { levels, opened: new Map([[SITE, true]]) }).lines).toEqual(['site', 'empty']);
    const closed = new Map([[SITE, false]]);
    expect(build({}, { opened: closed }).wanted).toEqual([]);
    expect(build({}, { opened: closed, levels: new Map([[SITE, ready(asset('hall'))]]) }).lines).toEqual(['site']);
  });

  it('shows a part of a long level', () => {
    const roots = Array.from({ length: 60 }, (_, index) => ({ member: device(`d${index}`), datasource: 0 }));
    const settings = { nodeHasChildrenFunction: 'return false;' };
    expect(build(settings, { roots }).lines).toHaveLength(51);
    expect(build(settings, { roots }).more).toBe(10);
    expect(build(settings, { roots, shown: new Map([['', 100]]) }).lines).toHaveLength(60);
  });
});

describe('functions of a hierarchy', () => {
  const node: NodeContext = {
    parentNodeCtx: null,
    entity: { id: { entityType: 'ASSET', id: 'site' }, name: 'site', label: 'Site' },
    childrenNodesLoaded: false,
    level: 1,
    data: { warm: 21 },
  };

  it('decide what a node looks like', () => {
    const functions = nodeFunctions(
      {
        nodeTextFunction: "return nodeCtx.entity.label + ': ' + nodeCtx.data.warm;",
        nodeIconFunction: "return { materialIcon: 'home' };",
        nodeDisabledFunction: 'return nodeCtx.data.warm > 20;',
        nodeOpenedFunction: 'return nodeCtx.level > 1;',
        nodeHasChildrenFunction: 'return false;',
      },
      scripts,
    );
    expect(functions.text(node)).toBe('Site: 21');
    expect(functions.icon(node)).toEqual({ materialIcon: 'home' });
    expect([functions.isDisabled(node), functions.isOpened(node), functions.hasChildren(node)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('that fail or say nothing of use are as if they were not there', () => {
    const broken = {
      nodeTextFunction: 'return nodeCtx.absent.name;',
      nodeIconFunction: 'return {',
      nodeOpenedFunction: '',
    };
    for (const functions of [nodeFunctions(broken, scripts), nodeFunctions({}, undefined)]) {
      expect(functions.text(node)).toBe('site');
      expect(functions.icon(node)).toBe('default');
      expect(functions.isOpened(node)).toBe(true);
      expect(functions.isOpened({ ...node, level: 5 })).toBe(false);
      expect(functions.hasChildren(node)).toBe(true);
      expect(functions.order([node, node])).toBeUndefined();
    }
    expect([hasNodeFunctions(broken), hasNodeFunctions({ nodeTextFunction: ' ' })]).toEqual([true, false]);
  });

  it('sort a level', () => {
    const compare = 'return nodeCtx2.entity.name.localeCompare(nodeCtx1.entity.name);';
    const roots = ['a', 'c', 'b'].map((id) => ({ member: device(id), datasource: 0 }));
    const settings = { nodesSortFunction: compare, nodeHasChildrenFunction: 'return false;' };
    expect(build(settings, { roots }).lines).toEqual(['c', 'b', 'a']);
    expect(build({ ...settings, nodesSortFunction: 'throw 1;' }, { roots }).lines).toEqual(['a', 'b', 'c']);
  });

  it('say which relations count', () => {
    const wanted = { parameters: { rootId: 'x', rootType: 'ASSET', direction: 'TO', maxLevel: 2 }, filters: [] };
    expect(queryFor(node.entity, wanted)).toBe(wanted);
    for (const nothing of ['default', undefined, null, 3]) {
      expect(queryFor(node.entity, nothing)).toMatchObject({
        parameters: { rootId: 'site', rootType: 'ASSET', direction: 'FROM', maxLevel: 1 },
        filters: [{ relationType: 'Contains' }],
      });
    }
    const fails = nodeFunctions({ nodeRelationQueryFunction: 'return absent;' }, scripts);
    expect(() => fails.relationsQuery(node)).toThrow('absent');
  });
});

it('what is followed together stays together when more comes', () => {
  const placed = (member: Member) => ({ member, datasource: 0, context: {} as NodeContext });
  const some = Array.from({ length: 150 }, (_, index) => placed(device(`d${index}`)));
  const before = followedLists(some);
  const after = followedLists([...some, placed(asset('a')), placed(device('d3')), placed(device('new'))]);
  expect(before.map(({ name, ids }) => [name, ids.length])).toEqual([
    ['0 DEVICE 0', 100],
    ['0 DEVICE 1', 50],
  ]);
  expect(after.map(({ name, ids }) => [name, ids.length])).toEqual([
    ['0 DEVICE 0', 100],
    ['0 DEVICE 1', 51],
    ['0 ASSET 0', 1],
  ]);
});
