import { relatedAttributes } from '@signalbox/contract/rule-nodes/enrichment/related-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { nearestRelated } from '../related.ts';
import { addMappedValues } from './mapped-values.ts';

export const relatedAttributesNode = implementRuleNode(relatedAttributes, {
  start({ relationsQuery, ...mapping }, { reads }) {
    if (!relationsQuery) throw new Error('The relations to follow are not set');
    const instance = addMappedValues(mapping, reads, (message, effects) =>
      nearestRelated(message, relationsQuery, reads, effects),
    );
    return { ...instance, onlyReads: true };
  },
});
