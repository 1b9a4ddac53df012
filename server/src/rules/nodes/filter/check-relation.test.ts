import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { checkRelationNode } from './check-relation.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const room = { entityType: 'ASSET', id: '6faf8590-e57e-11f1-a2cf-f30f015b2b9a' } as const;
const foreign = { entityType: 'ASSET', id: '7faf8590-e57e-11f1-a2cf-f30f015b2b9a' } as const;
const part = { entityType: 'ASSET', id: 'part' } as const;
const world = {
  entities: [{ entityId: room }, { entityId: foreign, tenantId: 'other' }],
  relations: [
    { from: room, to: device },
    { from: device, to: part, type: 'Uses' },
  ],
} as const;
const one = (direction: string, relationType: string) => ({
  checkForSingleEntity: true,
  direction,
  relationType,
  entityType: room.entityType,
  entityId: room.id,
});
const any = (direction: string, relationType: string) => ({ checkForSingleEntity: 'false', direction, relationType });

testRuleNode(checkRelationNode, [
  { title: 'from the entity to the originator', configuration: one('FROM', 'Contains'), world, relation: 'True' },
  { title: 'not the other way round', configuration: one('TO', 'Contains'), world, relation: 'False' },
  { title: 'not of another type', configuration: one('FROM', 'Uses'), world, relation: 'False' },
  { title: 'any that ends at the originator', configuration: any('FROM', 'Contains'), world, relation: 'True' },
  { title: 'any that starts there', configuration: any('TO', 'Uses'), world, relation: 'True' },
  { title: 'none that starts there', configuration: any('TO', 'Contains'), world, relation: 'False' },
  { title: 'none that ends there', configuration: any('FROM', 'Uses'), world, relation: 'False' },
]);

test.each([
  [{ checkForSingleEntity: true }, 'The entity to check for is not set'],
  [{ ...one('FROM', 'Contains'), entityId: foreign.id }, 'The entity to check for does not exist'],
])('does not start with %o', async (configuration, text) => {
  await expect(tryRuleNode(checkRelationNode, configuration, { world })).rejects.toThrow(text);
});
