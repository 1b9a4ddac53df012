import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, integerSetting, textSetting } from '../settings.ts';

export const assignToCustomer = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbAssignToCustomerNode',
  kind: 'ACTION',
  name: 'assign to customer',
  directive: 'tbActionNodeAssignToCustomerConfig',
  icon: 'add_circle',
  configuration: z.object({
    customerNamePattern: textSetting(''),
    createCustomerIfNotExists: booleanSetting(false),
    customerCacheExpiration: integerSetting(0, 0),
  }),
  defaultConfiguration: { customerNamePattern: '', createCustomerIfNotExists: false, customerCacheExpiration: 300 },
  fields: {
    customerNamePattern: { control: 'text', label: 'Title of the customer', isRequired: true, isPattern: true },
    createCustomerIfNotExists: { control: 'switch', label: 'Create a customer that does not exist' },
    customerCacheExpiration: {
      control: 'number',
      label: 'Remember customers that were found for',
      help: '0: until the server starts again.',
      unit: 's',
      min: 0,
    },
  },
  description: 'Assigns the originator to the customer with a title.',
  details:
    'For devices, assets, entity views, edges and dashboards. The title may have placeholders such as ' +
    '<code>$[customer]</code>. An unknown customer is created where that is switched on, else the message leaves along ' +
    '<code>Failure</code>.',
});
