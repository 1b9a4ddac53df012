// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { expect } from 'vitest';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { createRelationNode } from './create-relation.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const room = { entityType: 'ASSET', id: 'room' } as const;
const world = {
  entities: [
    { entityId: room, name: 'Room 1' },
    { entityId: { entityType: 'USER', id: 'user' }, name: 'a@x.org' },
    ...(['DEVICE', 'CUSTOMER', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD'] as const).map((entityType) => ({
      entityId: { entityType, id: 'found' },
      name: 'Other',
    })),
  ],
} as const;
const defaults = { ...createRelationNode.defaultConfiguration, entityType: 'ASSET', entityNamePattern: '${room}' };
const message = { metadata: { room: 'Room 1' } };
const saved = (from: object, to: object, type = 'Contains') => ['changeRelations', { save: { from, to, type } }];

testRuleNode(createRelationNode, [
  {
    title: 'from the entity to the originator',
    configuration: defaults,
    world,
    message,
    relation: 'Success',
    effects: { effects: [saved(room, device)] },
  },
  {
    title: 'the other way round, of a type that the message names',
    configuration: { ...defaults, direction: 'TO', relationType: '$[type]' },
    world,
    message: { ...message, data: '{"type":"Uses"}' },
    relation: 'Success',
    effects: { effects: [saved(device, room, 'Uses')] },
  },
  ...(['DEVICE', 'CUSTOMER', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD'] as const).map((entityType) => ({
    title: `finds by name: ${entityType}`,
    configuration: { ...defaults, entityType, entityNamePattern: 'Other' },
    world,
    relation: 'Success',
    effects: { effects: [saved({ entityType, id: 'found' }, device)] },
  })),
  {
    title: 'a tenant is the own one',
    configuration: { ...defaults, entityType: 'TENANT' },
    relation: 'Success',
    effects: { effects: [saved({ entityType: 'TENANT', id: 'tenant' }, device)] },
  },
  {
    title: 'users are found, but have no relations',
    configuration: { ...defaults, entityType: 'USER', entityNamePattern: 'a@x.org' },
    world,
    relation: 'Success',
  },
  {
    title: 'deletes the others first',
    configuration: { ...defaults, removeCurrentRelations: true },
    world,
    message,
    relation: 'Success',
    effects: {
      effects: [['changeRelations', { clear: { at: device, direction: 'TO', type: 'Contains' } }], saved(room, device)],
    },
  },
  {
    title: 'and on the other side',
    configuration: { ...defaults, removeCurrentRelations: true, direction: 'TO' },
    world,
    message,
    relation: 'Success',
    effects: {
      effects: [
        ['changeRelations', { clear: { at: device, direction: 'FROM', type: 'Contains' } }],
        saved(device, room),
      ],
    },
  },
  {
    title: 'makes the entity the originator',
    configuration: { ...defaults, changeOriginatorToRelatedEntity: true },
    world,
    message,
    relation: 'Success',
    leaves: { originator: room },
    effects: { effects: [saved(room, device)] },
  },
  {
    title: 'creates what does not exist',
    configuration: { ...defaults, createEntityIfNotExists: true, entityTypePattern: '$[kind]' },
    world,
    message: { metadata: { room: 'Room 2' }, data: '{"kind":"room"}' },
    relation: 'Success',
    effects: {
      effects: [
        ['created', 'node', 'ASSET', 'Room 2', 'room'],
        saved({ entityType: 'ASSET', id: expect.any(String) }, device),
      ],
    },
  },
  {
    title: 'cannot create other kinds',
    configuration: { ...defaults, createEntityIfNotExists: true, entityType: 'EDGE' },
    message,
    fails: "No entity found with type 'EDGE' and name 'Room 1'.",
  },
  {
    title: 'fails for an unknown entity',
    configuration: defaults,
    message,
    fails: "No entity found with type 'ASSET' and name 'Room 1'.",
  },
  {
    title: 'fails without a type of the relation',
    configuration: { ...defaults, relationType: '' },
    world,
    message,
    fails: 'Relation type should be specified!',
  },
  {
    title: 'fails for a type that cannot be stored',
    configuration: { ...defaults, relationType: '$[type]' },
    world,
    message: { ...message, data: '{"type":"a\\u0000"}' },
    fails: 'The type of the relation holds U+0000 or half of a surrogate pair, which cannot be stored',
  },
  {
    title: 'fails for a type that would be stored as another',
    configuration: { ...defaults, relationType: '$[type]' },
    world,
    message: { ...message, data: '{"type":"a\\ud800"}' },
    fails: 'The type of the relation holds U+0000 or half of a surrogate pair, which cannot be stored',
  },
  { title: 'fails without a kind', message, fails: 'The kind of the entity is not set' },
]);
