// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { originatorAttributesNode } from './originator-attributes.ts';

const world = {
  entities: [
    {
      entityId: { entityType: 'DEVICE', id: 'device' },
      attributes: {
        CLIENT_SCOPE: { fw: '1.2' },
        SHARED_SCOPE: { limit: 25 },
        SERVER_SCOPE: { on: true, list: [1, 2] },
      },
      latest: { temperature: 21.5, whole: 3 },
    },
  ],
} as const;
const names = {
  clientAttributeNames: ['fw'],
  sharedAttributeNames: ['${wanted}'],
  serverAttributeNames: ['on', 'list'],
  latestTsKeyNames: ['$[key]', 'whole'],
};
const message = { data: '{"key":"temperature"}', metadata: { wanted: 'limit' } };

testRuleNode(originatorAttributesNode, [
  {
    title: 'adds values of all scopes by names with placeholders',
    configuration: { ...names, tellFailureIfAbsent: true },
    world,
    message,
    relation: 'Success',
    leaves: {
      metadata: {
        wanted: 'limit',
        cs_fw: '1.2',
        shared_limit: '25',
        ss_on: 'true',
        ss_list: '[1,2]',
        temperature: '21.5',
        whole: '3',
      },
    },
  },
  {
    title: 'adds telemetry with its time',
    configuration: { latestTsKeyNames: ['temperature'], getLatestValueWithTs: 'true' },
    world,
    relation: 'Success',
    leaves: { metadata: { temperature: '{"ts":1000,"value":21.5}' } },
  },
  {
    title: 'missing values fail, and those found stay',
    configuration: {
      ...names,
      serverAttributeNames: ['on', 'a', 'b'],
      latestTsKeyNames: ['c'],
      tellFailureIfAbsent: true,
    },
    world,
    message,
    relation: 'Failure',
    failure: 'These keys have no value: SERVER_SCOPE: [a, b]; LATEST_TS: [c]',
    leaves: { metadata: { ss_on: 'true', cs_fw: '1.2' } },
  },
  {
    title: 'or are left out',
    configuration: { serverAttributeNames: ['on', 'a'] },
    world,
    relation: 'Success',
    leaves: { metadata: { ss_on: 'true' } },
  },
  {
    title: 'fails where a placeholder needs a payload that is not JSON',
    configuration: { latestTsKeyNames: ['$[key]'] },
    message: { data: 'x' },
    fails: 'JSON',
  },
  { title: 'adds nothing when nothing is chosen', relation: 'Success' },
]);
