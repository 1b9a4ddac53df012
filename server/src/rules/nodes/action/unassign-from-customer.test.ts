import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { unassignFromCustomerNode } from './unassign-from-customer.ts';

const world = { entities: [{ entityId: { entityType: 'CUSTOMER', id: 'acme' }, name: 'Acme' }] } as const;
const configuration = { customerNamePattern: 'Acme', customerCacheExpiration: 0 };
const originators = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD'] as const;

testRuleNode(unassignFromCustomerNode, [
  ...originators.map((entityType) => ({
    title: `takes from the customer: ${entityType}`,
    configuration,
    world,
    message: { originator: { entityType, id: 'x' } },
    relation: 'Success',
    effects: {
      effects: [
        [
          'assignCustomer',
          {
            tenantId: 'tenant',
            entity: { entityType, id: 'x' },
            customer: { id: 'acme', title: 'Acme' },
            isAssigned: false,
          },
        ],
      ],
    },
  })),
  { title: 'fails without the customer', configuration, fails: "No customer found with name 'Acme'." },
  {
    title: 'what cannot be assigned leaves along both relations',
    configuration,
    world,
    message: { originator: { entityType: 'TENANT', id: 'tenant' } },
    relation: ['Failure', 'Success'],
    failure: "Unsupported originator type 'TENANT'!",
  },
]);
