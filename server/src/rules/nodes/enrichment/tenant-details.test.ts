import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { tenantDetailsNode } from './tenant-details.ts';

const world = {
  entities: [
    {
      entityId: { entityType: 'TENANT', id: 'tenant' },
      fields: {
        title: 'T',
        country: 'C',
        city: 'Ci',
        state: 'S',
        zip: 'Z',
        address: 'A',
        address2: 'A2',
        phone: 'P',
        email: 'E',
        additionalInfo: { description: 'D' },
      },
    },
  ],
} as const;
const detailsList = tenantDetailsNode.fields.detailsList;

testRuleNode(tenantDetailsNode, [
  {
    title: 'adds every detail of the tenant',
    configuration: { detailsList: 'options' in detailsList ? detailsList.options : [], addToMetadata: true },
    world,
    message: { originator: { entityType: 'RPC', id: 'r' } },
    relation: 'Success',
    leaves: {
      metadata: {
        tenant_title: 'T',
        tenant_country: 'C',
        tenant_city: 'Ci',
        tenant_state: 'S',
        tenant_zip: 'Z',
        tenant_address: 'A',
        tenant_address2: 'A2',
        tenant_phone: 'P',
        tenant_email: 'E',
        tenant_additionalInfo: 'D',
      },
    },
  },
  {
    title: 'to the payload too',
    configuration: { detailsList: ['TITLE'] },
    world,
    relation: 'Success',
    leaves: { data: '{"tenant_title":"T"}' },
  },
  { title: 'passes everything on when nothing is chosen', relation: 'Success' },
  { title: 'fails without a tenant', configuration: { detailsList: ['TITLE'] }, fails: 'The entity does not exist' },
]);
