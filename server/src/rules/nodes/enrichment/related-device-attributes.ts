import { relatedDeviceAttributes } from '@signalbox/contract/rule-nodes/enrichment/related-device-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { nearestRelated } from '../related.ts';
import { fetchValues } from './fetch-values.ts';

export const relatedDeviceAttributesNode = implementRuleNode(relatedDeviceAttributes, {
  start({ deviceRelationsQuery, ...configuration }, { reads }) {
    if (!deviceRelationsQuery) throw new Error('The relations to follow are not set');
    const { relationType, deviceTypes, ...walk } = deviceRelationsQuery;
    const query = { ...walk, filters: [{ relationType, entityTypes: ['DEVICE' as const] }] };
    const types = new Set(deviceTypes);
    const fetch = fetchValues(configuration, reads);
    return {
      onlyReads: true,
      async handle(message, effects) {
        const device = await nearestRelated(message, query, reads, effects, ({ type }) => types.has(type ?? ''));
        return fetch(message, effects, device);
      },
    };
  },
});
