// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { choiceSetting, textSetting } from '../settings.ts';

export const toEmail = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.mail.TbMsgToEmailNode',
  kind: 'TRANSFORMATION',
  name: 'to email',
  directive: 'tbTransformationNodeToEmailConfig',
  icon: 'email',
  configuration: z.object({
    fromTemplate: textSetting(null),
    toTemplate: textSetting(null),
    ccTemplate: textSetting(null),
    bccTemplate: textSetting(null),
    subjectTemplate: textSetting(null),
    mailBodyType: choiceSetting(['false', 'true', 'dynamic'], 'false'),
    isHtmlTemplate: textSetting(null),
    bodyTemplate: textSetting(null),
  }),
  defaultConfiguration: {
    fromTemplate: 'info@testmail.org',
    toTemplate: '${userEmail}',
    ccTemplate: null,
    bccTemplate: null,
    subjectTemplate: 'Device ${deviceType} temperature high',
    mailBodyType: 'false',
    isHtmlTemplate: null,
    bodyTemplate: 'Device ${deviceName} has high temperature ${temp}',
  },
  fields: {
    fromTemplate: { control: 'text', label: 'From', isRequired: true, isPattern: true },
    toTemplate: {
      control: 'text',
      label: 'To',
      help: 'Several addresses are separated by commas.',
      isRequired: true,
      isPattern: true,
    },
    ccTemplate: { control: 'text', label: 'Cc', isPattern: true },
    bccTemplate: { control: 'text', label: 'Bcc', isPattern: true },
    subjectTemplate: { control: 'text', label: 'Subject', isRequired: true, isPattern: true },
    mailBodyType: {
      control: 'choice',
      label: 'Kind of text',
      options: { false: 'Plain text', true: 'HTML', dynamic: 'As the message says' },
    },
    isHtmlTemplate: {
      control: 'text',
      label: 'Whether it is HTML',
      help: 'A placeholder that becomes true or false.',
      isRequired: true,
      isPattern: true,
      when: { mailBodyType: 'dynamic' },
    },
    bodyTemplate: { control: 'text', label: 'Text', isRequired: true, isPattern: true, isLong: true },
  },
  description: 'Writes an e-mail from templates, for the node that sends it.',
  details:
    'Placeholders such as <code>${deviceName}</code> are filled from the metadata, <code>$[temperature]</code> from the ' +
    'payload. The result has the type <code>SEND_EMAIL</code>. Images of an HTML body are taken from ' +
    '<code>images</code> of the metadata: an object of names and data addresses.',
});
