import { describeRuleNode } from '../define-rule-node.ts';
import { EMPTY_DEFAULT, emptyConfiguration } from '../settings.ts';

export const copyToView = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbCopyAttributesToEntityViewNode',
  kind: 'ACTION',
  name: 'copy to view',
  directive: 'tbNodeEmptyConfig',
  icon: 'content_copy',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  fields: {},
  description: 'Copies changed attributes of the originator to its entity views.',
  details:
    'For messages about attributes of devices and assets, and activity of devices. Each view whose window is open gets ' +
    'those attributes that it shows, or loses the deleted ones, and a message of its own leaves along ' +
    '<code>Success</code>. Other types of messages leave along <code>Failure</code>.',
});
