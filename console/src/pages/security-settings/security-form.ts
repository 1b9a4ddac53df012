import './texts/texts.ts';
import { securitySettingsInputSchema } from '@signalbox/contract/admin-settings';
import { MAX_PASSWORD_LENGTH, unmeetableRule } from '@signalbox/contract/password-rules';
import type { PasswordPolicy, SecuritySettings } from '@signalbox/contract/security-settings';
import type { TFunction } from 'i18next';
import { isEmail } from '../../controls/validation.ts';
import { isWholeNumber } from '../../entity-page/admin-setting-form.ts';
import {
  type EntityForm,
  type FormField,
  type FormValue,
  type FormValues,
  textOrNull,
} from '../../entity-page/form.ts';

const MAX_COUNT = 100_000;

const countOrNull = (value: FormValue | undefined): number | null => {
  const text = textOrNull(value);
  return text === null ? null : Number(text);
};
const policyOf = (values: FormValues): PasswordPolicy => ({
  minimumLength: countOrNull(values.minimumLength),
  minimumUppercaseLetters: countOrNull(values.minimumUppercaseLetters),
  minimumLowercaseLetters: countOrNull(values.minimumLowercaseLetters),
  minimumDigits: countOrNull(values.minimumDigits),
  minimumSpecialCharacters: countOrNull(values.minimumSpecialCharacters),
  passwordExpirationPeriodDays: countOrNull(values.passwordExpirationPeriodDays),
  passwordReuseFrequencyDays: countOrNull(values.passwordReuseFrequencyDays),
});
const textOf = (count: number | null): string => (count === null ? '' : String(count));

/** The form of the password policy and the lockout. */
export function securityForm(t: TFunction): EntityForm<SecuritySettings, SecuritySettings> {
  const policy = { kind: 'text', isNumber: true, section: t('securitySettings.policy') } as const;
  const count = (name: string, label: string, help: string): FormField => ({
    ...policy,
    name,
    path: `passwordPolicy.${name}`,
    label,
    help,
    check(value, values) {
      if (!isWholeNumber(value, 0, MAX_COUNT)) return t('securitySettings.count');
      if (unmeetableRule(policyOf(values)) !== name) return undefined;
      return t('securitySettings.unmeetable', { max: MAX_PASSWORD_LENGTH });
    },
  });
  const kinds = t('securitySettings.atLeast');
  return {
    fields: [
      {
        ...policy,
        name: 'minimumLength',
        path: 'passwordPolicy.minimumLength',
        label: t('securitySettings.minimumLength'),
        required: true,
        check: (value) => (isWholeNumber(value, 5, 50) ? undefined : t('securitySettings.minimumLengthRange')),
      },
      count('minimumUppercaseLetters', t('securitySettings.minimumUppercaseLetters'), kinds),
      count('minimumLowercaseLetters', t('securitySettings.minimumLowercaseLetters'), kinds),
      count('minimumDigits', t('securitySettings.minimumDigits'), kinds),
      count('minimumSpecialCharacters', t('securitySettings.minimumSpecialCharacters'), kinds),
      {
        name: 'allowWhitespaces',
        path: 'passwordPolicy.allowWhitespaces',
        label: t('securitySettings.allowWhitespaces'),
        kind: 'switch',
        section: policy.section,
      },
      count(
        'passwordExpirationPeriodDays',
        t('securitySettings.passwordExpirationPeriodDays'),
        t('securitySettings.expirationHelp'),
      ),
      count(
        'passwordReuseFrequencyDays',
        t('securitySettings.passwordReuseFrequencyDays'),
        t('securitySettings.reuseHelp'),
      ),
      {
        name: 'maxFailedLoginAttempts',
        label: t('securitySettings.maxFailedLoginAttempts'),
        kind: 'text',
        isNumber: true,
        section: t('securitySettings.attempts'),
        help: t('securitySettings.attemptsHelp'),
        check: (value) => (isWholeNumber(value, 0, MAX_COUNT) ? undefined : t('securitySettings.count')),
      },
      {
        name: 'userLockoutNotificationEmail',
        label: t('securitySettings.notificationEmail'),
        kind: 'text',
        type: 'email',
        section: t('securitySettings.attempts'),
        check: (value) => (isEmail(String(value).trim()) ? undefined : t('login.invalidEmail')),
      },
    ],
    values(settings) {
      const stored = settings?.passwordPolicy;
      return {
        minimumLength: textOf(stored?.minimumLength ?? null),
        minimumUppercaseLetters: textOf(stored?.minimumUppercaseLetters ?? null),
        minimumLowercaseLetters: textOf(stored?.minimumLowercaseLetters ?? null),
        minimumDigits: textOf(stored?.minimumDigits ?? null),
        minimumSpecialCharacters: textOf(stored?.minimumSpecialCharacters ?? null),
        allowWhitespaces: stored?.allowWhitespaces !== false,
        passwordExpirationPeriodDays: textOf(stored?.passwordExpirationPeriodDays ?? null),
        passwordReuseFrequencyDays: textOf(stored?.passwordReuseFrequencyDays ?? null),
        maxFailedLoginAttempts: textOf(settings?.maxFailedLoginAttempts ?? null),
        userLockoutNotificationEmail: settings?.userLockoutNotificationEmail ?? '',
      };
    },
    body: (values, stored) => ({
      passwordPolicy: {
        ...policyOf(values),
        // Where it was never touched, it stays absent, as clients of 3.3.2 know it.
        ...(values.allowWhitespaces === true && stored?.passwordPolicy.allowWhitespaces === undefined
          ? {}
          : { allowWhitespaces: values.allowWhitespaces === true }),
      },
      maxFailedLoginAttempts: countOrNull(values.maxFailedLoginAttempts),
      userLockoutNotificationEmail: textOrNull(values.userLockoutNotificationEmail),
    }),
    schema: securitySettingsInputSchema,
  };
}
