import { saveToCustomTable } from '@signalbox/contract/rule-nodes/action/save-to-custom-table';
import { implementRuleNode, LastingError } from '../define-rule-node.ts';

export const saveToCustomTableNode = implementRuleNode(saveToCustomTable, {
  start() {
    throw new LastingError('There is no Cassandra: this server stores everything in PostgreSQL');
  },
});
