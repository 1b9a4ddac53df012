import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { rpcCallReplyNode } from './rpc-call-reply.ts';

const metadata = { serviceId: 's', sessionId: 'x', requestId: '7' };
const effects = { replies: [[{ ...metadata, deviceId: 'device' }, '{"a":1}']] };

testRuleNode(rpcCallReplyNode, [
  {
    title: 'answers the call that the metadata names',
    message: { data: '{"a":1}', metadata },
    relation: 'Success',
    effects,
  },
  {
    title: 'under the default names when none are set',
    configuration: {},
    message: { data: '{"a":1}', metadata },
    relation: 'Success',
    effects,
  },
  { title: 'fails without a call', fails: 'Request id is not present in the metadata!' },
  { title: 'fails without an answer', message: { metadata, data: '' }, fails: 'Request body is empty!' },
]);
