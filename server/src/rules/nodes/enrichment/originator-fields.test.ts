import { alarmOf } from '../../../../test/node-world.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { originatorFieldsNode } from './originator-fields.ts';

const world = {
  entities: [
    {
      entityId: { entityType: 'DEVICE', id: 'device' },
      fields: {
        name: 'Pump',
        type: 'pump',
        label: null,
        createdTime: 5,
        customerId: { entityType: 'CUSTOMER', id: 'acme' },
        additionalInfo: { description: 'Old', gateway: true },
      },
    },
  ],
  alarms: [alarmOf({ type: 'Hot', severity: 'MAJOR' })],
} as const;

testRuleNode(originatorFieldsNode, [
  {
    title: 'adds name and type',
    world,
    message: { metadata: { a: 'b' } },
    relation: 'Success',
    leaves: { metadata: { a: 'b', originatorName: 'Pump', originatorType: 'pump' } },
  },
  {
    title: 'adds times, ids, objects and what is inside of them as text, and leaves out what is missing',
    configuration: {
      fieldsMapping: {
        createdTime: 'created',
        customerId: 'customer',
        additionalInfo: 'info',
        'additionalInfo.description': 'description',
        'additionalInfo.gateway': 'gateway',
        'name.x': 'none',
        label: 'label',
      },
    },
    world,
    relation: 'Success',
    leaves: {
      metadata: {
        created: '5',
        customer: 'acme',
        info: '{"description":"Old","gateway":true}',
        description: 'Old',
        gateway: 'true',
      },
    },
  },
  {
    title: 'adds the customer that earlier nodes have given it to',
    configuration: { fieldsMapping: { name: 'name', customerId: 'customer' } },
    world: { ...world, unstoredCustomers: { device: 'other' } },
    relation: 'Success',
    leaves: { metadata: { name: 'Pump', customer: 'other' } },
  },
  {
    title: 'passes everything on when nothing is chosen',
    configuration: {},
    message: { originator: { entityType: 'RPC', id: 'r' } },
    relation: 'Success',
  },
  {
    title: 'adds fields of alarms',
    configuration: { fieldsMapping: { type: 'type', severity: 'severity', 'originator.entityType': 'of', id: 'id' } },
    world,
    message: { originator: world.alarms[0].id },
    relation: 'Success',
    leaves: { metadata: { type: 'Hot', severity: 'MAJOR', of: 'DEVICE', id: world.alarms[0].id.id } },
  },
  { title: 'fails for an originator that is gone', fails: 'The originator does not exist' },
  {
    title: 'fails for other kinds',
    message: { originator: { entityType: 'EDGE', id: 'e' } },
    fails: 'Unsupported originator type: EDGE',
  },
]);
