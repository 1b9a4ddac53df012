import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { pushToCloudNode } from './push-to-cloud.ts';

testRuleNode(pushToCloudNode, [{ title: 'does nothing on the server' }]);
