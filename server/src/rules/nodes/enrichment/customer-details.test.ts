import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { customerDetailsNode } from './customer-details.ts';

const world = {
  entities: [
    {
      entityId: { entityType: 'CUSTOMER', id: 'acme' },
      fields: {
        title: 'Acme',
        country: null,
        city: 'Kyiv',
        phone: '+380',
        additionalInfo: { description: 'Makes "all"' },
      },
    },
    { entityId: { entityType: 'CUSTOMER', id: 'plain' }, fields: { title: 'Plain', additionalInfo: null } },
    { entityId: { entityType: 'DEVICE', id: 'device' }, customerId: 'acme' },
    { entityId: { entityType: 'EDGE', id: 'edge' }, customerId: 'plain' },
    { entityId: { entityType: 'ASSET', id: 'free' } },
  ],
} as const;
const detailsList = ['TITLE', 'COUNTRY', 'CITY', 'PHONE', 'ADDITIONAL_INFO'];

testRuleNode(customerDetailsNode, [
  {
    title: 'adds what the customer has to the payload',
    configuration: { detailsList },
    world,
    message: { data: '{"t":1.0}' },
    relation: 'Success',
    leaves: {
      data:
        '{"t":1.0,"customer_title":"Acme","customer_city":"Kyiv","customer_phone":"+380",' +
        '"customer_additionalInfo":"Makes \\"all\\""}',
    },
  },
  {
    title: 'or to the metadata',
    configuration: { detailsList, addToMetadata: true },
    world,
    message: { data: '[]', metadata: { a: 'b' }, originator: { entityType: 'EDGE', id: 'edge' } },
    relation: 'Success',
    leaves: { data: '[]', metadata: { a: 'b', customer_title: 'Plain' } },
  },
  {
    title: 'passes everything on when nothing is chosen',
    message: { originator: { entityType: 'DASHBOARD', id: 'd' } },
    relation: 'Success',
  },
  {
    title: 'fails for an originator of nobody',
    configuration: { detailsList },
    world,
    message: { originator: { entityType: 'ASSET', id: 'free' } },
    fails: 'The originator has no customer',
  },
  {
    title: 'fails for other kinds',
    configuration: { detailsList },
    world,
    message: { originator: { entityType: 'CUSTOMER', id: 'acme' } },
    fails: 'Unsupported originator type: CUSTOMER',
  },
  {
    title: 'fails for a payload that is a list',
    configuration: { detailsList },
    world,
    message: { data: '[]' },
    fails: "Can't parse value",
  },
]);
