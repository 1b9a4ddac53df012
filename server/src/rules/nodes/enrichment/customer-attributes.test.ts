import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { customerAttributesNode } from './customer-attributes.ts';

const customer = {
  entityId: { entityType: 'CUSTOMER', id: 'acme' },
  attributes: { SERVER_SCOPE: { limit: 25, name: 'A', on: true, list: [1] }, SHARED_SCOPE: { hidden: 1 } },
  latest: { limit: 21.5 },
} as const;
const world = {
  entities: [
    customer,
    { entityId: { entityType: 'DEVICE', id: 'device' }, customerId: 'acme' },
    { entityId: { entityType: 'DEVICE', id: 'free' } },
    { entityId: { entityType: 'DEVICE', id: 'foreign' }, tenantId: 'other', customerId: 'acme' },
  ],
} as const;
const attrMapping = { limit: 'max', name: 'customer', on: 'on', list: 'list', missing: 'missing', hidden: 'hidden' };
const originator = (entityType: 'DEVICE' | 'CUSTOMER' | 'EDGE', id: string) => ({ originator: { entityType, id } });

testRuleNode(customerAttributesNode, [
  {
    title: 'adds server attributes of the customer of a device as text, and leaves out what is missing',
    configuration: { attrMapping },
    world,
    message: { metadata: { a: '1', max: '2' } },
    relation: 'Success',
    leaves: { metadata: { a: '1', max: '25', customer: 'A', on: 'true', list: '[1]' } },
  },
  {
    title: 'adds its latest telemetry instead',
    configuration: { attrMapping, telemetry: true },
    world,
    relation: 'Success',
    leaves: { metadata: { max: '21.5' } },
  },
  {
    title: 'works for the customer itself',
    configuration: { attrMapping },
    world,
    message: originator('CUSTOMER', 'acme'),
    relation: 'Success',
    leaves: { metadata: { max: '25' } },
  },
  { title: 'fails for a device of nobody', world, message: originator('DEVICE', 'free'), fails: 'has no customer' },
  { title: "fails for another tenant's", world, message: originator('DEVICE', 'foreign'), fails: 'has no customer' },
  {
    title: 'fails for other kinds',
    world,
    message: originator('EDGE', 'e'),
    fails: 'Unsupported originator type: EDGE',
  },
]);
