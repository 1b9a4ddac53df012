import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { relatedDeviceAttributesNode } from './related-device-attributes.ts';

const room = { entityType: 'ASSET', id: 'room' } as const;
const device = (id: string) => ({ entityType: 'DEVICE', id }) as const;
const attributes = (id: string) => ({ attributes: { SERVER_SCOPE: { name: id } } });
const world = {
  entities: [
    { entityId: device('lamp'), type: 'lamp', ...attributes('lamp') },
    { entityId: device('meter'), type: 'meter', ...attributes('meter') },
    { entityId: device('foreign'), type: 'meter', tenantId: 'other', ...attributes('foreign') },
  ],
  relations: [
    { from: room, to: device('lamp') },
    { from: room, to: device('foreign') },
    { from: room, to: device('meter') },
  ],
} as const;
const query = { direction: 'FROM', maxLevel: 1, relationType: 'Contains', deviceTypes: ['meter'] };
const configuration = (more: object = {}) => ({
  serverAttributeNames: ['name'],
  tellFailureIfAbsent: true,
  deviceRelationsQuery: { ...query, ...more },
});

testRuleNode(relatedDeviceAttributesNode, [
  {
    title: 'adds values of the first device of the tenant with a wanted type',
    configuration: configuration(),
    world,
    message: { originator: room },
    relation: 'Success',
    leaves: { metadata: { ss_name: 'meter' } },
  },
  {
    title: 'fails where there is none of the types',
    configuration: configuration({ deviceTypes: ['default'] }),
    world,
    message: { originator: room },
    fails: 'No related entity found',
  },
  {
    title: 'fails where the relations are of another type',
    configuration: configuration({ relationType: 'Manages' }),
    world,
    message: { originator: room },
    fails: 'No related entity found',
  },
  {
    title: 'missing values fail',
    configuration: { ...configuration(), clientAttributeNames: ['x'] },
    world,
    message: { originator: room },
    relation: 'Failure',
    failure: 'CLIENT_SCOPE: [x]',
    leaves: { metadata: { ss_name: 'meter' } },
  },
]);

test('does not start without relations', async () => {
  await expect(tryRuleNode(relatedDeviceAttributesNode, {})).rejects.toThrow('The relations to follow are not set');
});
