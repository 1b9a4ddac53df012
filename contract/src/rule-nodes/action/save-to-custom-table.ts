import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textMapSetting, textSetting } from '../settings.ts';

export const saveToCustomTable = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbSaveToCustomCassandraTableNode',
  kind: 'ACTION',
  name: 'save to custom table',
  directive: 'tbActionNodeCustomTableConfig',
  icon: 'file_upload',
  ruleChainTypes: ['CORE'],
  configuration: z.object({ tableName: textSetting(''), fieldsMapping: textMapSetting }),
  defaultConfiguration: { tableName: '', fieldsMapping: { '': '' } },
  fields: {
    tableName: { control: 'text', label: 'Table', help: 'Without cs_tb_ at its beginning.', isRequired: true },
    fieldsMapping: { control: 'pairs', label: 'Fields', columns: ['Key of the payload', 'Column'] },
  },
  description: 'Saves the payload to a table of Cassandra, which this platform does not use.',
  details:
    'Chains that have this node can be imported and keep it, but it does not start: its messages leave along ' +
    '<code>Failure</code>. Save telemetry instead, or pass messages on to another system.',
});
