import type { ClientRegistration, OAuth2Info, OAuth2Template } from '@signalbox/contract/oauth2';
import { randomSecret } from '../../controls/random-text.ts';
import { type FormValue, type FormValues, keysOf, textOrNull } from '../../entity-page/form.ts';

/** Keys of the domains, apps and providers of a group; a field is named `<key>.<member>`. */
export interface GroupKeys {
  key: string;
  domains: readonly string[];
  apps: readonly string[];
  providers: readonly string[];
}
type Part = Exclude<keyof GroupKeys, 'key'>;

/** What is edited: which groups and parts there are, and what their fields hold. */
export interface Draft {
  groups: readonly GroupKeys[];
  values: FormValues;
}

/** `additionalInfo.providerName` of providers that were made from no template. */
export const CUSTOM_PROVIDER = 'Custom';

export const PLATFORMS = ['WEB', 'ANDROID', 'IOS'] as const;

/** Members of a provider that a template fills in, and that are locked while it is the template's. */
export const TEMPLATE_MEMBERS: readonly string[] = [
  ...['authorizationUri', 'accessTokenUri', 'userInfoUri', 'jwkSetUri', 'clientAuthenticationMethod', 'scope'],
  ...['userNameAttributeName', 'loginButtonLabel', 'loginButtonIcon', 'type', 'emailAttributeKey'],
  ...['firstNameAttributeKey', 'lastNameAttributeKey'],
];

let last = 0;
const newKey = (kind: string): string => `${kind}${++last}`;

const APP_SECRET_LENGTH = 24;

/** The values of `members`, named for the part with this key. */
function named(key: string, members: FormValues): FormValues {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${key}.${name}`, value]));
}

type Source = Partial<Omit<ClientRegistration, 'mapperConfig'>> & {
  mapperConfig?: OAuth2Template['mapperConfig'] | undefined;
};

/** What the fields of a provider hold. */
function providerMembers(source: Source): FormValues {
  const { mapperConfig, platforms, additionalInfo } = source;
  const { basic, custom } = mapperConfig ?? {};
  const providerName = (additionalInfo as { providerName?: unknown } | null | undefined)?.providerName;
  return {
    providerName: typeof providerName === 'string' ? providerName : CUSTOM_PROVIDER,
    ...Object.fromEntries(PLATFORMS.map((platform) => [platform, platforms?.includes(platform) === true])),
    clientId: source.clientId ?? '',
    clientSecret: source.clientSecret ?? '',
    authorizationUri: source.authorizationUri ?? '',
    accessTokenUri: source.accessTokenUri ?? '',
    userInfoUri: source.userInfoUri ?? '',
    jwkSetUri: source.jwkSetUri ?? '',
    clientAuthenticationMethod: source.clientAuthenticationMethod ?? 'POST',
    scope: source.scope ?? [],
    userNameAttributeName: source.userNameAttributeName ?? 'email',
    loginButtonLabel: source.loginButtonLabel ?? '',
    loginButtonIcon: source.loginButtonIcon ?? '',
    type: mapperConfig?.type ?? 'BASIC',
    allowUserCreation: mapperConfig?.allowUserCreation ?? true,
    activateUser: mapperConfig?.activateUser ?? false,
    emailAttributeKey: basic ? (basic.emailAttributeKey ?? '') : 'email',
    firstNameAttributeKey: basic?.firstNameAttributeKey ?? '',
    lastNameAttributeKey: basic?.lastNameAttributeKey ?? '',
    tenantNameStrategy: basic?.tenantNameStrategy ?? 'DOMAIN',
    tenantNamePattern: basic?.tenantNamePattern ?? '',
    customerNamePattern: basic?.customerNamePattern ?? '',
    defaultDashboardName: basic?.defaultDashboardName ?? '',
    alwaysFullScreen: basic?.alwaysFullScreen ?? false,
    url: custom?.url ?? '',
    username: custom?.username ?? '',
    password: custom?.password ?? '',
    sendToken: custom?.sendToken ?? false,
  };
}

/** The stored configuration as it is edited. */
export function draftOf({ enabled, oauth2ParamsInfos }: OAuth2Info): Draft {
  const values: Record<string, FormValue> = { enabled };
  const keyed = <Item>(kind: string, items: readonly Item[], membersOf: (item: Item) => FormValues): string[] =>
    items.map((item) => {
      const key = newKey(kind);
      Object.assign(values, named(key, membersOf(item)));
      return key;
    });
  const groups = oauth2ParamsInfos.map(({ domainInfos, mobileInfos, clientRegistrations }) => ({
    key: newKey('group'),
    domains: keyed('domain', domainInfos, ({ scheme, name }) => ({ scheme, name })),
    apps: keyed('app', mobileInfos, ({ pkgName, appSecret }) => ({ pkgName, appSecret })),
    providers: keyed('provider', clientRegistrations, providerMembers),
  }));
  return { groups, values };
}

const NEW: Readonly<Record<Part, (name: string) => FormValues>> = {
  domains: (name) => ({ scheme: 'HTTPS', name }),
  apps: () => ({ pkgName: '', appSecret: randomSecret(APP_SECRET_LENGTH) }),
  providers: () => providerMembers({}),
};

/** Adds a part to a group. @param host name of a new domain */
export function withPart(draft: Draft, groupKey: string, part: Part, host = ''): Draft & { added: string } {
  const added = newKey(part);
  return {
    added,
    groups: draft.groups.map((group) =>
      group.key === groupKey ? { ...group, [part]: [...group[part], added] } : group,
    ),
    values: { ...draft.values, ...named(added, NEW[part](host)) },
  };
}

/** Adds a group with a domain and a provider. */
export function withGroup(draft: Draft, host: string): Draft & { added: string } {
  const group = { key: newKey('group'), domains: [], apps: [], providers: [] };
  const empty = { ...draft, groups: [...draft.groups, group] };
  const { groups, values } = withPart(withPart(empty, group.key, 'domains', host), group.key, 'providers');
  return { groups, values, added: group.key };
}

/** Takes a part, or a whole group, away. */
export function without({ groups, values }: Draft, key: string): Draft {
  const drop = (keys: readonly string[]) => keys.filter((one) => one !== key);
  const kept = groups
    .filter((group) => group.key !== key)
    .map((group) => ({
      ...group,
      domains: drop(group.domains),
      apps: drop(group.apps),
      providers: drop(group.providers),
    }));
  const keys = new Set(kept.flatMap(({ domains, apps, providers }) => [...domains, ...apps, ...providers]));
  const isKept = (name: string): boolean => !name.includes('.') || keys.has(name.split('.', 1)[0] ?? '');
  return { groups: kept, values: Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name))) };
}

/** Fills in what a template knows of a provider; without one, what was filled in by another goes. */
export function withTemplate(values: FormValues, key: string, template: OAuth2Template | undefined): FormValues {
  const known = providerMembers(template ? { ...templateSource(template) } : {});
  const filled = Object.fromEntries(TEMPLATE_MEMBERS.map((member) => [member, known[member] ?? '']));
  return { ...values, ...named(key, { ...filled, providerName: template?.name ?? CUSTOM_PROVIDER }) };
}

function templateSource(template: OAuth2Template): Source {
  const { mapperConfig, scope } = template;
  return {
    mapperConfig,
    scope,
    authorizationUri: template.authorizationUri ?? '',
    accessTokenUri: template.accessTokenUri ?? '',
    userInfoUri: template.userInfoUri,
    jwkSetUri: template.jwkSetUri,
    userNameAttributeName: template.userNameAttributeName ?? '',
    loginButtonLabel: template.loginButtonLabel ?? '',
    loginButtonIcon: template.loginButtonIcon,
    ...(template.clientAuthenticationMethod ? { clientAuthenticationMethod: template.clientAuthenticationMethod } : {}),
  };
}

/** The body of the call that saves it, as far as it has been filled in. */
export function bodyOf({ groups, values }: Draft): OAuth2Info {
  const text = (key: string, member: string): string => String(values[`${key}.${member}`] ?? '').trim();
  const textOr = (key: string, member: string): string | null => textOrNull(values[`${key}.${member}`]);
  const is = (key: string, member: string): boolean => values[`${key}.${member}`] === true;

  const mapperOf = (key: string): ClientRegistration['mapperConfig'] => {
    const type = text(key, 'type') as ClientRegistration['mapperConfig']['type'];
    const isCustom = type === 'CUSTOM';
    const strategy = text(key, 'tenantNameStrategy') as 'DOMAIN' | 'EMAIL' | 'CUSTOM';
    return {
      allowUserCreation: is(key, 'allowUserCreation'),
      activateUser: is(key, 'activateUser'),
      type,
      basic: isCustom
        ? null
        : {
            emailAttributeKey: type === 'GITHUB' ? null : textOr(key, 'emailAttributeKey'),
            firstNameAttributeKey: textOr(key, 'firstNameAttributeKey'),
            lastNameAttributeKey: textOr(key, 'lastNameAttributeKey'),
            tenantNameStrategy: strategy,
            tenantNamePattern: strategy === 'CUSTOM' ? textOr(key, 'tenantNamePattern') : null,
            customerNamePattern: textOr(key, 'customerNamePattern'),
            defaultDashboardName: textOr(key, 'defaultDashboardName'),
            alwaysFullScreen: is(key, 'alwaysFullScreen'),
          },
      custom: isCustom
        ? {
            url: textOr(key, 'url'),
            username: textOr(key, 'username'),
            password: textOr(key, 'password'),
            sendToken: is(key, 'sendToken'),
          }
        : null,
    };
  };
  const providerOf = (key: string): ClientRegistration => ({
    mapperConfig: mapperOf(key),
    clientId: text(key, 'clientId'),
    clientSecret: String(values[`${key}.clientSecret`] ?? ''),
    authorizationUri: text(key, 'authorizationUri'),
    accessTokenUri: text(key, 'accessTokenUri'),
    scope: [...keysOf(values[`${key}.scope`])],
    userInfoUri: textOr(key, 'userInfoUri'),
    userNameAttributeName: text(key, 'userNameAttributeName'),
    jwkSetUri: textOr(key, 'jwkSetUri'),
    clientAuthenticationMethod: text(key, 'clientAuthenticationMethod') as 'BASIC' | 'POST',
    platforms: PLATFORMS.filter((platform) => is(key, platform)),
    loginButtonLabel: text(key, 'loginButtonLabel'),
    loginButtonIcon: textOr(key, 'loginButtonIcon'),
    additionalInfo: { providerName: text(key, 'providerName') },
  });

  return {
    enabled: values.enabled === true,
    oauth2ParamsInfos: groups.map(({ domains, apps, providers }) => ({
      domainInfos: domains.map((key) => ({
        scheme: text(key, 'scheme') as 'HTTP' | 'HTTPS' | 'MIXED',
        name: text(key, 'name'),
      })),
      mobileInfos: apps.map((key) => ({ pkgName: text(key, 'pkgName'), appSecret: text(key, 'appSecret') })),
      clientRegistrations: providers.map(providerOf),
    })),
  };
}
