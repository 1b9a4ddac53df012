import './texts/texts.ts';
import {
  isDomainName,
  isWebAddress,
  MAX_ATTRIBUTE_KEY_LENGTH,
  MIN_APP_SECRET_LENGTH,
  type OAuth2Template,
} from '@signalbox/contract/oauth2';
import type { TFunction } from 'i18next';
import type { FormField, FormValue, FormValues } from '../../entity-page/form.ts';
import { CUSTOM_PROVIDER, type GroupKeys, PLATFORMS, TEMPLATE_MEMBERS } from './oauth2-draft.ts';

export interface FieldParts {
  t: TFunction;
  templates: readonly OAuth2Template[];
  /** Names of fields that a template has filled in and that were unlocked. */
  unlocked: ReadonlySet<string>;
  unlock: (name: string) => void;
}

const textOf = (value: FormValue | undefined): string => String(value ?? '').trim();
/** Names whose members are deeper in the body. */
const BASIC = [
  ...['emailAttributeKey', 'firstNameAttributeKey', 'lastNameAttributeKey', 'tenantNameStrategy', 'tenantNamePattern'],
  ...['customerNamePattern', 'defaultDashboardName', 'alwaysFullScreen'],
];
const CUSTOM = ['url', 'username', 'password', 'sendToken'];
const MAPPER = ['type', 'allowUserCreation', 'activateUser'];

function memberPath(member: string): string {
  if (BASIC.includes(member)) return `mapperConfig.basic.${member}`;
  if (CUSTOM.includes(member)) return `mapperConfig.custom.${member}`;
  return MAPPER.includes(member) ? `mapperConfig.${member}` : member;
}

/** The fields of a domain. @param of keys of the domains of its group */
export function domainFields(key: string, path: string, of: readonly string[], { t }: FieldParts): FormField[] {
  const check = (value: FormValue, values: FormValues): string | undefined => {
    const name = textOf(value).toLowerCase();
    if (!isDomainName(name)) return t('oauth.domainInvalid');
    const scheme = values[`${key}.scheme`];
    const same = of.filter((one) => one !== key && textOf(values[`${one}.name`]).toLowerCase() === name);
    const clashes = same.some((one) => {
      const other = values[`${one}.scheme`];
      return other === scheme || other === 'MIXED' || scheme === 'MIXED';
    });
    return clashes ? t('oauth.domainTwice') : undefined;
  };
  return [
    {
      name: `${key}.scheme`,
      path: `${path}.scheme`,
      label: t('oauth.scheme'),
      kind: 'choice',
      options: [
        { id: 'HTTPS', label: 'https' },
        { id: 'HTTP', label: 'http' },
        { id: 'MIXED', label: t('oauth.mixed') },
      ],
    },
    {
      name: `${key}.name`,
      path: `${path}.name`,
      label: t('oauth.domain'),
      kind: 'text',
      required: true,
      help: t('oauth.domainHelp'),
      check,
    },
  ];
}

/** The fields of an app. @param of keys of the apps of its group */
export function appFields(key: string, path: string, of: readonly string[], { t }: FieldParts): FormField[] {
  return [
    {
      name: `${key}.pkgName`,
      path: `${path}.pkgName`,
      label: t('oauth.package'),
      kind: 'text',
      required: true,
      check: (value, values) =>
        of.some((one) => one !== key && textOf(values[`${one}.pkgName`]) === textOf(value))
          ? t('oauth.packageTwice')
          : undefined,
    },
    {
      name: `${key}.appSecret`,
      path: `${path}.appSecret`,
      label: t('oauth.appSecret'),
      kind: 'text',
      required: true,
      copies: true,
      help: t('oauth.appSecretHelp'),
      check: (value) =>
        /^[A-Za-z0-9]*$/.test(textOf(value)) && textOf(value).length >= MIN_APP_SECRET_LENGTH
          ? undefined
          : t('oauth.appSecretInvalid', { count: MIN_APP_SECRET_LENGTH }),
    },
  ];
}

/** The fields of a provider; those that its template has filled in are locked. */
export function providerFields(key: string, path: string, values: FormValues, parts: FieldParts): FormField[] {
  const { t, templates, unlocked, unlock } = parts;
  const of = (member: string, from: FormValues): FormValue => from[`${key}.${member}`] ?? null;
  const template = templates.find(({ name }) => name === of('providerName', values));
  const mapperIs =
    (...types: string[]) =>
    (from: FormValues): boolean =>
      types.includes(String(of('type', from)));
  const isBasic = mapperIs('BASIC', 'GITHUB', 'APPLE');
  const isAddress = (value: FormValue) => (isWebAddress(textOf(value)) ? undefined : t('oauth.addressInvalid'));
  const isShortKey = (value: FormValue) =>
    textOf(value).length > MAX_ATTRIBUTE_KEY_LENGTH
      ? t('form.tooLong', { count: MAX_ATTRIBUTE_KEY_LENGTH })
      : undefined;

  const field = (member: string, label: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => {
    const name = `${key}.${member}`;
    const isLocked = template !== undefined && TEMPLATE_MEMBERS.includes(member) && !unlocked.has(name);
    return {
      name,
      path: `${path}.${memberPath(member)}`,
      label,
      kind,
      ...(isLocked ? { readOnly: true, unlock: () => unlock(name) } : {}),
      ...more,
    };
  };
  const choices = (ids: readonly string[], words: (id: string) => string) =>
    ids.map((id) => ({ id, label: words(id) }));

  const platforms = { section: t('oauth.platforms') };
  const addresses = { section: t('oauth.addresses'), check: isAddress };
  const request = { section: t('oauth.request') };
  const button = { section: t('oauth.button') };
  const mapping = { section: t('oauth.mapping') };
  return [
    field('providerName', t('oauth.provider'), 'choice', {
      options: [
        { id: CUSTOM_PROVIDER, label: t('oauth.custom') },
        ...templates.map(({ name }) => ({ id: name, label: name })),
      ],
      ...(template?.comment ? { help: template.comment } : {}),
    }),
    field('clientId', t('oauth.clientId'), 'text', { required: true }),
    field('clientSecret', t('oauth.clientSecret'), 'text', { required: true, type: 'password' }),
    ...PLATFORMS.map((platform, index) =>
      field(platform, t(`oauth.platform.${platform}`), 'switch', {
        ...platforms,
        ...(index === PLATFORMS.length - 1 ? { help: t('oauth.platformsHelp') } : {}),
      }),
    ),
    field('authorizationUri', t('oauth.authorizationUri'), 'text', { ...addresses, required: true }),
    field('accessTokenUri', t('oauth.accessTokenUri'), 'text', { ...addresses, required: true }),
    field('userInfoUri', t('oauth.userInfoUri'), 'text', addresses),
    field('jwkSetUri', t('oauth.jwkSetUri'), 'text', { ...addresses, help: t('oauth.jwkSetHelp') }),
    field('clientAuthenticationMethod', t('oauth.clientAuthentication'), 'choice', {
      ...request,
      options: choices(['BASIC', 'POST'], (id) => t(`oauth.authentication.${id}`)),
    }),
    field('scope', t('oauth.scope'), 'keys', {
      ...request,
      required: true,
      help: t('oauth.scopeHelp'),
      suggest: { kind: 'oauth2Scopes', load: async () => ['openid', 'email', 'profile'] },
    }),
    field('userNameAttributeName', t('oauth.userNameAttribute'), 'text', {
      ...request,
      required: true,
      help: t('oauth.userNameAttributeHelp'),
    }),
    field('loginButtonLabel', t('oauth.buttonLabel'), 'text', {
      ...button,
      required: true,
      help: t('oauth.buttonLabelHelp'),
    }),
    field('loginButtonIcon', t('oauth.buttonIcon'), 'text', { ...button, help: t('oauth.buttonIconHelp') }),
    field('type', t('oauth.mapper'), 'choice', {
      ...mapping,
      options: choices(['BASIC', 'CUSTOM', 'GITHUB', 'APPLE'], (id) => t(`oauth.mapperType.${id}`)),
    }),
    field('url', t('oauth.mapperUrl'), 'text', {
      ...mapping,
      required: true,
      shown: mapperIs('CUSTOM'),
      check: isAddress,
      help: t('oauth.mapperUrlHelp'),
    }),
    field('username', t('oauth.mapperUsername'), 'text', { ...mapping, shown: mapperIs('CUSTOM') }),
    field('password', t('oauth.mapperPassword'), 'text', {
      ...mapping,
      shown: mapperIs('CUSTOM'),
      type: 'password',
    }),
    field('sendToken', t('oauth.sendToken'), 'switch', { ...mapping, shown: mapperIs('CUSTOM') }),
    field('emailAttributeKey', t('oauth.emailKey'), 'text', {
      ...mapping,
      required: true,
      shown: mapperIs('BASIC', 'APPLE'),
      check: isShortKey,
    }),
    field('firstNameAttributeKey', t('oauth.firstNameKey'), 'text', { ...mapping, shown: isBasic, check: isShortKey }),
    field('lastNameAttributeKey', t('oauth.lastNameKey'), 'text', { ...mapping, shown: isBasic, check: isShortKey }),
    field('allowUserCreation', t('oauth.allowUserCreation'), 'switch', {
      ...mapping,
      help: t('oauth.allowUserCreationHelp'),
    }),
    field('activateUser', t('oauth.activateUser'), 'switch', { ...mapping, help: t('oauth.activateUserHelp') }),
    field('tenantNameStrategy', t('oauth.tenantName'), 'choice', {
      ...mapping,
      shown: isBasic,
      options: choices(['DOMAIN', 'EMAIL', 'CUSTOM'], (id) => t(`oauth.strategy.${id}`)),
    }),
    field('tenantNamePattern', t('oauth.tenantPattern'), 'text', {
      ...mapping,
      required: true,
      shown: (from) => isBasic(from) && of('tenantNameStrategy', from) === 'CUSTOM',
      help: t('oauth.patternHelp'),
    }),
    field('customerNamePattern', t('oauth.customerPattern'), 'text', {
      ...mapping,
      shown: isBasic,
      help: t('oauth.customerPatternHelp'),
    }),
    field('defaultDashboardName', t('oauth.dashboard'), 'text', { ...mapping, shown: isBasic }),
    field('alwaysFullScreen', t('oauth.fullScreen'), 'switch', { ...mapping, shown: isBasic }),
  ];
}

/** All fields, in the order of the page. */
export function allFields(groups: readonly GroupKeys[], values: FormValues, parts: FieldParts): FormField[] {
  const path = (group: number, list: string, index: number) => `oauth2ParamsInfos.${group}.${list}.${index}`;
  return groups.flatMap(({ domains, apps, providers }, at) => [
    ...domains.flatMap((key, index) => domainFields(key, path(at, 'domainInfos', index), domains, parts)),
    ...apps.flatMap((key, index) => appFields(key, path(at, 'mobileInfos', index), apps, parts)),
    ...providers.flatMap((key, index) => providerFields(key, path(at, 'clientRegistrations', index), values, parts)),
  ]);
}
