import './texts/texts.ts';
import { DEFAULT_WARN_THRESHOLD } from '@signalbox/contract/api-usage';
import {
  type TenantProfile,
  type TenantProfileConfiguration,
  type TenantProfileInput,
  tenantProfileInputSchema,
} from '@signalbox/contract/tenant-profile';
import type { TFunction } from 'i18next';
import { ratePart } from '../../controls/rates-input.tsx';
import { isWholeNumber } from '../../entity-page/admin-setting-form.ts';
import { type EntityForm, type FormField, type FormValue, keysOf, textOrNull } from '../../entity-page/form.ts';
import { formatNumber } from '../../i18n/format.ts';
import { optionalText } from '../../i18n/optional-text.ts';
import { LIMIT_SECTIONS, type LimitField, type LimitSection } from './limit-fields.ts';

const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const MAX_SECONDS = 999_999_999;

const FIELDS: readonly LimitField[] = LIMIT_SECTIONS.flatMap(({ fields }) => fields as readonly LimitField[]);

/** The limits of a text such as `100:1,2000:60`. */
const ratesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A limit in words: `100 in 1 s`. */
function rateWords(t: TFunction, rate: string): string {
  const { count, seconds } = ratePart(rate);
  return t('tenantProfile.rate', { count: formatNumber(Number(count)), seconds: formatNumber(Number(seconds)) });
}

function fieldOf(t: TFunction, limit: LimitField, section: LimitSection): FormField {
  const { member, isOwn } = limit;
  const none = t(isOwn ? 'tenantProfile.asInstallation' : 'tenantProfile.unlimited');
  const shared = {
    name: member,
    path: `profileData.configuration.${member}`,
    label: t(`tenantProfile.limit.${member}`),
    help: optionalText(`tenantProfile.help.${member}`, undefined),
    section: t(`tenantProfile.section.${section}`),
    emptyWords: none,
  };
  if (limit.kind === 'rate') {
    return {
      ...shared,
      kind: 'rates',
      words: (value) => {
        const rates = keysOf(value);
        return rates.length > 0 ? rates.map((rate) => rateWords(t, rate)).join(', ') : none;
      },
      check: (value) =>
        keysOf(value).every((rate) => {
          const { count, seconds } = ratePart(rate);
          return isWholeNumber(count, 1, MAX_COUNT) && isWholeNumber(seconds, 1, MAX_SECONDS);
        })
          ? undefined
          : t('tenantProfile.rateInvalid'),
    };
  }
  const unit = limit.unit && t(`tenantProfile.unit.${limit.unit}`);
  return {
    ...shared,
    kind: 'text',
    isNumber: true,
    unit,
    placeholder: limit.member.endsWith('TtlDays') ? t('tenantProfile.forever') : none,
    words: (value) => {
      const text = textOrNull(value);
      if (text === null) return limit.member.endsWith('TtlDays') ? t('tenantProfile.forever') : none;
      if (Number(text) === 0) return t('tenantProfile.unlimited');
      return `${formatNumber(Number(text))}${unit ? ` ${unit}` : ''}`;
    },
    check: (value) => (isWholeNumber(value, 0, MAX_COUNT) ? undefined : t('tenantProfile.countInvalid')),
  };
}

/** What a field holds for a limit; empty where there is none. */
function storedValue(
  { kind, member, isOwn }: LimitField,
  configuration: Partial<TenantProfileConfiguration>,
): FormValue {
  const stored = configuration[member];
  if (kind === 'rate') return ratesOf(typeof stored === 'string' ? stored : null);
  if (stored === undefined || stored === null) return '';
  // 0 says of an own limit that there is none, whatever the installation has.
  return stored === 0 && !isOwn ? '' : String(stored);
}

/** The limit of a field as it is stored; undefined: that of the installation. */
function limitOf({ kind, isOwn }: LimitField, value: FormValue): string | number | null | undefined {
  if (kind === 'rate') {
    const rates = keysOf(value);
    if (rates.length > 0) return rates.join(',');
    return isOwn ? undefined : null;
  }
  const text = textOrNull(value);
  if (text === null) return isOwn ? undefined : 0;
  return Number(text);
}

/** The form of a tenant profile. Members of the configuration that it does not know are kept. */
export function tenantProfileForm(t: TFunction, isNew: boolean): EntityForm<TenantProfile, TenantProfileInput> {
  const isolation = { kind: 'switch', section: t('tenantProfile.section.isolation'), readOnly: !isNew } as const;
  return {
    fields: [
      { name: 'name', label: t('tenantProfile.name'), kind: 'text', required: true },
      { name: 'description', label: t('details.description'), kind: 'multiline' },
      ...LIMIT_SECTIONS.flatMap(({ name, fields }) => {
        const all = (fields as readonly LimitField[]).map((limit) => fieldOf(t, limit, name));
        if (name !== 'usage') return all;
        const threshold: FormField = {
          name: 'warnThreshold',
          path: 'profileData.configuration.warnThreshold',
          label: t('tenantProfile.limit.warnThreshold'),
          help: t('tenantProfile.help.warnThreshold'),
          section: t('tenantProfile.section.usage'),
          kind: 'text',
          isNumber: true,
          unit: '%',
          placeholder: String(DEFAULT_WARN_THRESHOLD * 100),
          words: (value) => `${textOrNull(value) ?? DEFAULT_WARN_THRESHOLD * 100} %`,
          check: (value) => (isWholeNumber(value, 1, 100) ? undefined : t('tenantProfile.percentInvalid')),
        };
        return [...all, threshold];
      }),
      { ...isolation, name: 'isolatedTbCore', label: t('tenantProfile.isolatedTbCore') },
      {
        ...isolation,
        name: 'isolatedTbRuleEngine',
        label: t('tenantProfile.isolatedTbRuleEngine'),
        help: t('tenantProfile.isolationHelp'),
      },
    ],
    values(profile) {
      const configuration: Partial<TenantProfileConfiguration> = profile?.profileData.configuration ?? {};
      const threshold = configuration.warnThreshold ?? 0;
      return {
        name: profile?.name ?? '',
        description: profile?.description ?? '',
        isolatedTbCore: profile?.isolatedTbCore ?? false,
        isolatedTbRuleEngine: profile?.isolatedTbRuleEngine ?? false,
        warnThreshold: threshold > 0 ? String(Math.round(threshold * 100)) : '',
        ...Object.fromEntries(FIELDS.map((limit) => [limit.member, storedValue(limit, configuration)])),
      };
    },
    body(values, stored) {
      const configuration: Record<string, unknown> = { type: 'DEFAULT', ...stored?.profileData.configuration };
      for (const limit of FIELDS) {
        const value = limitOf(limit, values[limit.member] ?? null);
        // An empty rate of its own, which says that there is none, stays as it is.
        if (value === undefined && configuration[limit.member] === '') continue;
        if (value === undefined) delete configuration[limit.member];
        else configuration[limit.member] = value;
      }
      const percent = textOrNull(values.warnThreshold);
      configuration.warnThreshold = percent === null ? 0 : Number(percent) / 100;
      return {
        ...(stored ? { id: stored.id } : {}),
        name: String(values.name ?? '').trim(),
        description: textOrNull(values.description),
        isolatedTbCore: values.isolatedTbCore === true,
        isolatedTbRuleEngine: values.isolatedTbRuleEngine === true,
        profileData: { configuration: configuration as TenantProfileConfiguration },
        default: stored?.default ?? false,
      };
    },
    schema: tenantProfileInputSchema,
  };
}
