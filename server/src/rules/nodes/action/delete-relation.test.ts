import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { deleteRelationNode } from './delete-relation.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const room = { entityType: 'ASSET', id: 'room' } as const;
const world = { entities: [{ entityId: room, name: 'Room' }] } as const;
const one = {
  ...deleteRelationNode.defaultConfiguration,
  relationType: '$[type]',
  entityType: 'ASSET',
  entityNamePattern: 'Room',
};
const all = { ...one, deleteForSingleEntity: false, entityType: null };
const message = { data: '{"type":"Uses"}' };

testRuleNode(deleteRelationNode, [
  {
    title: 'deletes the relation from the entity to the originator',
    configuration: one,
    world,
    message,
    relation: 'Success',
    effects: { effects: [['changeRelations', { delete: { from: room, to: device, type: 'Uses' } }]] },
  },
  {
    title: 'or the other way round',
    configuration: { ...one, direction: 'TO' },
    world,
    message,
    relation: 'Success',
    effects: { effects: [['changeRelations', { delete: { from: device, to: room, type: 'Uses' } }]] },
  },
  {
    title: 'deletes all that end at the originator',
    configuration: all,
    message,
    relation: 'Success',
    effects: { effects: [['changeRelations', { clear: { at: device, direction: 'TO', type: 'Uses' } }]] },
  },
  {
    title: 'or start there',
    configuration: { ...all, direction: 'TO' },
    message,
    relation: 'Success',
    effects: { effects: [['changeRelations', { clear: { at: device, direction: 'FROM', type: 'Uses' } }]] },
  },
  {
    title: 'fails for an unknown entity',
    configuration: one,
    message,
    fails: "No entity found with type 'ASSET' and name 'Room'.",
  },
  { title: 'fails without a kind', message, fails: 'The kind of the entity is not set' },
]);
