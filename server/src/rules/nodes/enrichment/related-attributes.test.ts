import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { relatedAttributesNode } from './related-attributes.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const room = { entityType: 'ASSET', id: 'room' } as const;
const house = { entityType: 'ASSET', id: 'house' } as const;
const foreign = { entityType: 'ASSET', id: 'foreign' } as const;
const world = {
  entities: [
    { entityId: room, attributes: { SERVER_SCOPE: { temperature: 20 } } },
    { entityId: house, attributes: { SERVER_SCOPE: { temperature: 18 } } },
    { entityId: foreign, tenantId: 'other', attributes: { SERVER_SCOPE: { temperature: 99 } } },
  ],
  relations: [
    { from: foreign, to: device },
    { from: room, to: device },
    { from: house, to: room },
  ],
} as const;
const configuration = (relationsQuery: object) => ({ attrMapping: { temperature: 'tempo' }, relationsQuery });

testRuleNode(relatedAttributesNode, [
  {
    title: 'adds values of the nearest entity of the own tenant',
    configuration: configuration({ direction: 'TO', maxLevel: 1, filters: [] }),
    world,
    relation: 'Success',
    leaves: { metadata: { tempo: '20' } },
  },
  {
    title: 'can look only at the last level',
    configuration: configuration({ direction: 'TO', maxLevel: 2, fetchLastLevelOnly: true }),
    world,
    relation: 'Success',
    leaves: { metadata: { tempo: '18' } },
  },
  { title: 'fails where nothing is related', world, fails: 'No related entity found' },
  {
    title: 'fails where only other relations are',
    configuration: configuration({
      direction: 'TO',
      maxLevel: 0,
      filters: [{ relationType: 'Manages', entityTypes: [] }],
    }),
    world,
    fails: 'No related entity found',
  },
]);
