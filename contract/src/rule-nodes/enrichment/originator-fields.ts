import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textMapSetting } from '../settings.ts';

export const originatorFields = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetOriginatorFieldsNode',
  kind: 'ENRICHMENT',
  name: 'originator fields',
  directive: 'tbEnrichmentNodeOriginatorFieldsConfig',
  configuration: z.object({ fieldsMapping: textMapSetting }),
  defaultConfiguration: { fieldsMapping: { name: 'originatorName', type: 'originatorType' } },
  fields: {
    fieldsMapping: { control: 'pairs', label: 'Fields', columns: ['Field of the originator', 'Key in the metadata'] },
  },
  description: 'Adds fields of the originator, such as its name and type, to the metadata.',
  details:
    'Works for tenants, customers, users, assets, devices, alarms, rule chains and entity views. A field inside of ' +
    'another one is written with a dot: <code>additionalInfo.description</code>. Fields without a value are left out.',
});
