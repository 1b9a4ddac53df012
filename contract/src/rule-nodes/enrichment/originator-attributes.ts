import { describeRuleNode } from '../define-rule-node.ts';
import { FETCHED_VALUES_DEFAULT, FETCHED_VALUES_HELP, fetchedValues, fetchedValuesFields } from './fetched-values.ts';

export const originatorAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetAttributesNode',
  kind: 'ENRICHMENT',
  name: 'originator attributes',
  directive: 'tbEnrichmentNodeOriginatorAttributesConfig',
  configuration: fetchedValues,
  defaultConfiguration: FETCHED_VALUES_DEFAULT,
  fields: fetchedValuesFields,
  description: 'Adds attributes and the latest telemetry of the originator to the metadata.',
  details: `${FETCHED_VALUES_HELP}Missing ones are left out, or the message leaves along <code>Failure</code>.`,
});
