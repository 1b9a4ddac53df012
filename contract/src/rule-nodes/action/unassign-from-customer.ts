import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { integerSetting, textSetting } from '../settings.ts';

export const unassignFromCustomer = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbUnassignFromCustomerNode',
  kind: 'ACTION',
  name: 'unassign from customer',
  directive: 'tbActionNodeUnAssignToCustomerConfig',
  icon: 'remove_circle',
  configuration: z.object({
    customerNamePattern: textSetting(''),
    customerCacheExpiration: integerSetting(0, 0),
  }),
  defaultConfiguration: { customerNamePattern: '', customerCacheExpiration: 300 },
  fields: {
    customerNamePattern: { control: 'text', label: 'Title of the customer', isRequired: true, isPattern: true },
    customerCacheExpiration: {
      control: 'number',
      label: 'Remember customers that were found for',
      help: '0: until the server starts again.',
      unit: 's',
      min: 0,
    },
  },
  description: 'Takes the originator from its customer, or a dashboard from the customer with a title.',
  details:
    'For devices, assets, entity views, edges and dashboards. A customer with the title must exist, else the message ' +
    'leaves along <code>Failure</code>.',
});
