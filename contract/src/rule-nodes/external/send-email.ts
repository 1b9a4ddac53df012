import * as z from 'zod/mini';
import { TLS_VERSIONS } from '../../mail-settings.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, choiceSetting, integerSetting, textSetting } from '../settings.ts';

export const sendEmail = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.mail.TbSendEmailNode',
  kind: 'EXTERNAL',
  name: 'send email',
  directive: 'tbActionNodeSendEmailConfig',
  icon: 'send',
  configuration: z.object({
    useSystemSmtpSettings: booleanSetting(false),
    smtpProtocol: choiceSetting(['smtp', 'smtps'], 'smtp'),
    smtpHost: textSetting('localhost'),
    smtpPort: integerSetting(25, 1, 65_535),
    timeout: integerSetting(10_000, 0),
    enableTls: booleanSetting(false),
    tlsVersion: choiceSetting(TLS_VERSIONS, 'TLSv1.2'),
    username: textSetting(''),
    password: textSetting(''),
    enableProxy: booleanSetting(false),
    proxyHost: textSetting(''),
    proxyPort: integerSetting(3128, 1, 65_535),
    proxyUser: textSetting(''),
    proxyPassword: textSetting(''),
  }),
  defaultConfiguration: {
    useSystemSmtpSettings: true,
    smtpHost: 'localhost',
    smtpPort: 25,
    username: null,
    password: null,
    smtpProtocol: 'smtp',
    timeout: 10_000,
    enableTls: false,
    tlsVersion: 'TLSv1.2',
    enableProxy: false,
    proxyHost: null,
    proxyPort: null,
    proxyUser: null,
    proxyPassword: null,
  },
  fields: {
    useSystemSmtpSettings: { control: 'switch', label: 'The mail server of the installation' },
    smtpProtocol: {
      control: 'choice',
      label: 'Protocol',
      options: { smtp: 'SMTP', smtps: 'SMTPS' },
      when: { useSystemSmtpSettings: false },
    },
    smtpHost: { control: 'text', label: 'Host', isRequired: true, when: { useSystemSmtpSettings: false } },
    smtpPort: { control: 'number', label: 'Port', min: 1, max: 65_535, when: { useSystemSmtpSettings: false } },
    timeout: {
      control: 'number',
      label: 'Longest wait for an answer',
      unit: 'ms',
      min: 0,
      when: { useSystemSmtpSettings: false },
    },
    enableTls: {
      control: 'switch',
      label: 'Encrypt after the greeting (STARTTLS)',
      when: { useSystemSmtpSettings: false },
    },
    tlsVersion: {
      control: 'choice',
      label: 'Lowest version of TLS',
      options: { TLSv1: 'TLS 1.0', 'TLSv1.1': 'TLS 1.1', 'TLSv1.2': 'TLS 1.2', 'TLSv1.3': 'TLS 1.3' },
      when: { useSystemSmtpSettings: false, enableTls: true },
    },
    username: { control: 'text', label: 'User', when: { useSystemSmtpSettings: false } },
    password: { control: 'text', label: 'Password', when: { useSystemSmtpSettings: false } },
    enableProxy: { control: 'switch', label: 'Through a proxy', when: { useSystemSmtpSettings: false } },
    proxyHost: {
      control: 'text',
      label: 'Host of the proxy',
      isRequired: true,
      when: { useSystemSmtpSettings: false, enableProxy: true },
    },
    proxyPort: {
      control: 'number',
      label: 'Port of the proxy',
      min: 1,
      max: 65_535,
      when: { useSystemSmtpSettings: false, enableProxy: true },
    },
    proxyUser: {
      control: 'text',
      label: 'User at the proxy',
      when: { useSystemSmtpSettings: false, enableProxy: true },
    },
    proxyPassword: {
      control: 'text',
      label: 'Password at the proxy',
      when: { useSystemSmtpSettings: false, enableProxy: true },
    },
  },
  description: 'Sends the e-mail that is the payload.',
  details:
    'Accepts messages of type <code>SEND_EMAIL</code>, as the node <b>to email</b> makes them. The message leaves along ' +
    '<code>Success</code> once the mail server has accepted the e-mail.',
});
