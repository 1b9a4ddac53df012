import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { deviceRelationsSetting } from '../settings.ts';
import { FETCHED_VALUES_DEFAULT, FETCHED_VALUES_HELP, fetchedValues, fetchedValuesFields } from './fetched-values.ts';

export const relatedDeviceAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetDeviceAttrNode',
  kind: 'ENRICHMENT',
  name: 'related device attributes',
  directive: 'tbEnrichmentNodeDeviceAttributesConfig',
  configuration: z.extend(fetchedValues, { deviceRelationsQuery: deviceRelationsSetting }),
  defaultConfiguration: {
    ...FETCHED_VALUES_DEFAULT,
    deviceRelationsQuery: {
      direction: 'FROM',
      maxLevel: 1,
      relationType: 'Contains',
      deviceTypes: ['default'],
      fetchLastLevelOnly: false,
    },
  },
  fields: { deviceRelationsQuery: { control: 'deviceRelations', label: 'Related device' }, ...fetchedValuesFields },
  description: 'Adds attributes and the latest telemetry of a related device to the metadata.',
  details:
    'The nearest device of the given types along the relations is used; where there is none the message leaves along ' +
    `<code>Failure</code>. ${FETCHED_VALUES_HELP}Missing ones are left out, or are a failure too.`,
});
