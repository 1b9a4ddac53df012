import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { relationsSetting } from '../settings.ts';
import { ATTRIBUTE_MAPPING, attributeMapping, attributeMappingFields } from './attribute-mapping.ts';

export const relatedAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetRelatedAttributeNode',
  kind: 'ENRICHMENT',
  name: 'related attributes',
  directive: 'tbEnrichmentNodeRelatedAttributesConfig',
  configuration: z.extend(attributeMapping, { relationsQuery: relationsSetting }),
  defaultConfiguration: {
    ...ATTRIBUTE_MAPPING,
    relationsQuery: {
      direction: 'FROM',
      maxLevel: 1,
      filters: [{ relationType: 'Contains', entityTypes: [] }],
      fetchLastLevelOnly: false,
    },
  },
  fields: {
    relationsQuery: { control: 'relations', label: 'Related entity' },
    ...attributeMappingFields,
  },
  description: 'Adds server attributes, or the latest telemetry, of a related entity to the metadata.',
  details:
    'The nearest entity along the relations is used. Values that it does not have are left out. Where there is no such ' +
    'entity the message leaves along <code>Failure</code>.',
});
