import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { relationsSetting } from '../settings.ts';

export const changeOriginator = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.transform.TbChangeOriginatorNode',
  kind: 'TRANSFORMATION',
  name: 'change originator',
  directive: 'tbTransformationNodeChangeOriginatorConfig',
  icon: 'find_replace',
  configuration: z.object({
    originatorSource: z.enum(['CUSTOMER', 'TENANT', 'RELATED', 'ALARM_ORIGINATOR']),
    relationsQuery: relationsSetting,
  }),
  defaultConfiguration: {
    originatorSource: 'CUSTOMER',
    relationsQuery: {
      direction: 'FROM',
      maxLevel: 1,
      filters: [{ relationType: 'Contains', entityTypes: [] }],
      fetchLastLevelOnly: false,
    },
  },
  fields: {
    originatorSource: {
      control: 'choice',
      label: 'New originator',
      options: {
        CUSTOMER: 'Customer of the originator',
        TENANT: 'Tenant',
        RELATED: 'Related entity',
        ALARM_ORIGINATOR: 'Originator of the alarm',
      },
    },
    relationsQuery: { control: 'relations', label: 'Related entity', when: { originatorSource: 'RELATED' } },
  },
  description: 'Makes the customer, the tenant, a related entity or the originator of an alarm the originator.',
  details:
    'Everything after this node, such as saving telemetry, is then done for the new originator. Where there is none ' +
    'the message leaves along <code>Failure</code>.',
});
