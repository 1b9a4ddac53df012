import { expect } from 'vitest';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { assignToCustomerNode } from './assign-to-customer.ts';

const world = {
  entities: [
    { entityId: { entityType: 'CUSTOMER', id: 'acme' }, name: 'Acme' },
    { entityId: { entityType: 'CUSTOMER', id: 'foreign' }, name: 'Foreign', tenantId: 'other' },
  ],
} as const;
const configuration = { customerNamePattern: '$[customer]', customerCacheExpiration: 300 };
const creating = { ...configuration, createCustomerIfNotExists: 'true' };
const to = (customer: string) => ({ data: JSON.stringify({ customer }) });
const device = { entityType: 'DEVICE', id: 'device' } as const;
const given = (customer: object, entity: object = device) => [
  'assignCustomer',
  { tenantId: 'tenant', entity, customer, isAssigned: true },
];
const acme = { id: 'acme', title: 'Acme' };

testRuleNode(assignToCustomerNode, [
  {
    title: 'gives the originator to the customer that the message names',
    configuration,
    world,
    message: to('Acme'),
    relation: 'Success',
    effects: { effects: [given(acme)] },
  },
  ...(['ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD'] as const).map((entityType) => ({
    title: `works for ${entityType}`,
    configuration,
    world,
    message: { ...to('Acme'), originator: { entityType, id: 'x' } },
    relation: 'Success',
    effects: { effects: [given(acme, { entityType, id: 'x' })] },
  })),
  {
    title: 'creates a customer that does not exist, and no other',
    configuration: creating,
    world,
    message: to('New'),
    relation: 'Success',
    effects: {
      effects: [['created', 'node', 'CUSTOMER', 'New', ''], given({ id: expect.any(String), title: 'New' })],
    },
  },
  {
    title: 'uses the one that exists',
    configuration: creating,
    world,
    message: to('Acme'),
    relation: 'Success',
    effects: { effects: [given(acme)] },
  },
  {
    title: 'fails for an unknown customer',
    configuration,
    world,
    message: to('New'),
    fails: "No customer found with name 'New'.",
  },
  {
    title: "fails for another tenant's",
    configuration,
    world,
    message: to('Foreign'),
    fails: "No customer found with name 'Foreign'.",
  },
  {
    title: 'what cannot be assigned leaves along both relations',
    configuration,
    world,
    message: { ...to('Acme'), originator: { entityType: 'USER', id: 'u' } },
    relation: ['Failure', 'Success'],
    failure: "Unsupported originator type 'USER'!",
    leaves: to('Acme'),
  },
  { title: 'fails where the payload is not JSON', configuration, message: { data: 'x' }, fails: 'JSON' },
]);
