import './texts/texts.ts';
import {
  DEFAULT_MAIL_TIMEOUT,
  DEFAULT_SMTP_PORT,
  mailSettingsSchema,
  TLS_VERSIONS,
} from '@signalbox/contract/mail-settings';
import type { TFunction } from 'i18next';
import {
  isWholeNumber,
  memberOf,
  membersOf,
  memberText,
  type StoredSetting,
} from '../../entity-page/admin-setting-form.ts';
import type { EntityForm, FormField, FormValues } from '../../entity-page/form.ts';

/** Whether a password is stored, as far as the server says: it never sends it. */
function mayHavePassword(setting: StoredSetting): boolean {
  return memberOf(setting, 'showChangePassword') !== false;
}

const isEncrypted = (values: FormValues): boolean => values.enableTls === true || values.smtpProtocol === 'smtps';
const usesProxy = (values: FormValues): boolean => values.enableProxy === true;
const text = (values: FormValues, name: string): string => String(values[name] ?? '').trim();

function serverFields(t: TFunction): FormField[] {
  const section = t('mailSettings.server');
  return [
    {
      name: 'smtpProtocol',
      label: t('mailSettings.smtpProtocol'),
      kind: 'choice',
      section,
      options: [
        { id: 'smtp', label: t('mailSettings.smtp') },
        { id: 'smtps', label: t('mailSettings.smtps') },
      ],
    },
    { name: 'smtpHost', label: t('mailSettings.smtpHost'), kind: 'text', section, required: true },
    {
      name: 'smtpPort',
      label: t('mailSettings.smtpPort'),
      kind: 'text',
      isNumber: true,
      section,
      required: true,
      check: (value) => (isWholeNumber(value, 1, 65_535) ? undefined : t('mailSettings.portRange')),
    },
    {
      name: 'timeout',
      label: t('mailSettings.timeout'),
      kind: 'text',
      isNumber: true,
      section,
      required: true,
      check: (value) => (isWholeNumber(value, 1, 999_999) ? undefined : t('mailSettings.timeoutRange')),
    },
    {
      name: 'enableTls',
      label: t('mailSettings.enableTls'),
      kind: 'switch',
      section,
      help: t('mailSettings.enableTlsHelp'),
      shown: (values) => values.smtpProtocol !== 'smtps',
    },
    {
      name: 'tlsVersion',
      label: t('mailSettings.tlsVersion'),
      kind: 'choice',
      section,
      options: TLS_VERSIONS.map((version) => ({ id: version, label: version.replace('v', ' ') })),
      shown: isEncrypted,
    },
  ];
}

function proxyFields(t: TFunction): FormField[] {
  const section = t('mailSettings.proxy');
  return [
    { name: 'enableProxy', label: t('mailSettings.enableProxy'), kind: 'switch', section },
    {
      name: 'proxyHost',
      label: t('mailSettings.proxyHost'),
      kind: 'text',
      section,
      required: true,
      shown: usesProxy,
    },
    {
      name: 'proxyPort',
      label: t('mailSettings.proxyPort'),
      kind: 'text',
      isNumber: true,
      section,
      required: true,
      shown: usesProxy,
      check: (value) => (isWholeNumber(value, 1, 65_535) ? undefined : t('mailSettings.portRange')),
    },
    { name: 'proxyUser', label: t('mailSettings.proxyUser'), kind: 'text', section, shown: usesProxy },
    {
      name: 'proxyPassword',
      label: t('mailSettings.proxyPassword'),
      kind: 'text',
      type: 'password',
      section,
      help: t('mailSettings.proxyPasswordHelp'),
      shown: usesProxy,
    },
  ];
}

/** The form of the mail server; members of other clients survive, and passwords that are not typed stay stored. */
export function mailForm(t: TFunction, setting: StoredSetting): EntityForm<StoredSetting, Record<string, unknown>> {
  const account = t('mailSettings.account');
  const asksFirst = mayHavePassword(setting);
  return {
    fields: [
      {
        name: 'mailFrom',
        label: t('mailSettings.mailFrom'),
        kind: 'text',
        section: t('mailSettings.sender'),
        required: true,
        help: t('mailSettings.mailFromHelp'),
        check: (value) =>
          mailSettingsSchema.shape.mailFrom.safeParse(String(value).trim()).success
            ? undefined
            : t('mailSettings.mailFromInvalid'),
      },
      ...serverFields(t),
      { name: 'username', label: t('mailSettings.username'), kind: 'text', section: account },
      {
        name: 'changePassword',
        label: t('mailSettings.changePassword'),
        kind: 'switch',
        section: account,
        help: t('mailSettings.changePasswordHelp'),
        shown: () => asksFirst,
      },
      {
        name: 'password',
        label: t('mailSettings.password'),
        kind: 'text',
        type: 'password',
        section: account,
        shown: (values) => !asksFirst || values.changePassword === true,
      },
      ...proxyFields(t),
    ],
    values: (stored) => ({
      mailFrom: memberText(stored, 'mailFrom'),
      smtpProtocol: memberText(stored, 'smtpProtocol', 'smtp'),
      smtpHost: memberText(stored, 'smtpHost'),
      smtpPort: memberText(stored, 'smtpPort', String(DEFAULT_SMTP_PORT)),
      timeout: memberText(stored, 'timeout', String(DEFAULT_MAIL_TIMEOUT)),
      enableTls: memberOf(stored, 'enableTls') === true,
      tlsVersion: memberText(stored, 'tlsVersion', 'TLSv1.2'),
      username: memberText(stored, 'username'),
      changePassword: false,
      password: '',
      enableProxy: memberOf(stored, 'enableProxy') === true,
      proxyHost: memberText(stored, 'proxyHost'),
      proxyPort: memberText(stored, 'proxyPort'),
      proxyUser: memberText(stored, 'proxyUser'),
      proxyPassword: '',
    }),
    body(values, stored) {
      const { showChangePassword: _, ...others } = membersOf(stored);
      const typed = String(values.password ?? '');
      const changes = asksFirst ? values.changePassword === true : typed !== '';
      return {
        ...others,
        // Says that nothing is stored; clients take its absence for a password that can be changed.
        ...(asksFirst || changes ? {} : { showChangePassword: false }),
        mailFrom: text(values, 'mailFrom'),
        smtpProtocol: text(values, 'smtpProtocol'),
        smtpHost: text(values, 'smtpHost'),
        smtpPort: text(values, 'smtpPort'),
        timeout: text(values, 'timeout'),
        enableTls: values.enableTls === true && values.smtpProtocol !== 'smtps',
        tlsVersion: text(values, 'tlsVersion'),
        username: text(values, 'username'),
        ...(changes ? { password: typed } : {}),
        enableProxy: usesProxy(values),
        ...(usesProxy(values)
          ? {
              proxyHost: text(values, 'proxyHost'),
              proxyPort: text(values, 'proxyPort'),
              proxyUser: text(values, 'proxyUser'),
              ...(values.proxyPassword ? { proxyPassword: String(values.proxyPassword) } : {}),
            }
          : {}),
      };
    },
    schema: mailSettingsSchema,
  };
}
