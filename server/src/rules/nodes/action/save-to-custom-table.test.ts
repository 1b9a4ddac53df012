import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { saveToCustomTableNode } from './save-to-custom-table.ts';

test('does not start, and says why', async () => {
  await expect(tryRuleNode(saveToCustomTableNode)).rejects.toThrow('There is no Cassandra');
});
