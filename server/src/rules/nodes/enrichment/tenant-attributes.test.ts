import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { tenantAttributesNode } from './tenant-attributes.ts';

const world = {
  entities: [
    {
      entityId: { entityType: 'TENANT', id: 'tenant' },
      attributes: { SERVER_SCOPE: { temperature: 30 } },
      latest: { temperature: 21 },
    },
  ],
} as const;

testRuleNode(tenantAttributesNode, [
  {
    title: 'adds server attributes of the tenant',
    world,
    message: { metadata: { a: '1' } },
    relation: 'Success',
    leaves: { metadata: { a: '1', tempo: '30' } },
  },
  {
    title: 'adds its latest telemetry instead',
    configuration: { attrMapping: { temperature: 'tempo' }, telemetry: true },
    world,
    relation: 'Success',
    leaves: { metadata: { tempo: '21' } },
  },
  {
    title: 'fails for kinds that it does not work for',
    message: { originator: { entityType: 'DASHBOARD', id: 'd' } },
    fails: 'Unsupported originator type: DASHBOARD',
  },
]);
