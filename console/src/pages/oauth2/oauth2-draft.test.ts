import type { OAuth2Info, OAuth2Template } from '@signalbox/contract/oauth2';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, withGroup, without, withPart, withTemplate } from './oauth2-draft.ts';

const BASIC = {
  emailAttributeKey: 'mail',
  firstNameAttributeKey: null,
  lastNameAttributeKey: 'family',
  tenantNameStrategy: 'CUSTOM',
  tenantNamePattern: '%{org}',
  customerNamePattern: null,
  defaultDashboardName: 'Home',
  alwaysFullScreen: true,
} as const;
const STORED: OAuth2Info = {
  enabled: true,
  oauth2ParamsInfos: [
    {
      domainInfos: [{ scheme: 'MIXED', name: 'iot.example.com' }],
      mobileInfos: [{ pkgName: 'com.example', appSecret: 'abcdefghijklmnop' }],
      clientRegistrations: [
        {
          mapperConfig: { allowUserCreation: false, activateUser: true, type: 'BASIC', basic: BASIC, custom: null },
          clientId: 'id',
          clientSecret: ' kept as it is ',
          authorizationUri: 'https://a.example/auth',
          accessTokenUri: 'https://a.example/token',
          scope: ['openid'],
          userInfoUri: null,
          userNameAttributeName: 'sub',
          jwkSetUri: 'https://a.example/keys',
          clientAuthenticationMethod: 'BASIC',
          platforms: ['WEB', 'IOS'],
          loginButtonLabel: 'Acme',
          loginButtonIcon: null,
          additionalInfo: { providerName: 'Custom' },
        },
        {
          mapperConfig: {
            allowUserCreation: true,
            activateUser: false,
            type: 'CUSTOM',
            basic: null,
            custom: { url: 'https://m.example/', username: 'u', password: 'p', sendToken: true },
          },
          clientId: 'other',
          clientSecret: 'secret',
          authorizationUri: 'https://b.example/auth',
          accessTokenUri: 'https://b.example/token',
          scope: ['email'],
          userInfoUri: 'https://b.example/me',
          userNameAttributeName: 'email',
          jwkSetUri: null,
          clientAuthenticationMethod: 'POST',
          platforms: [],
          loginButtonLabel: 'Other',
          loginButtonIcon: 'anchor',
          additionalInfo: { providerName: 'Custom' },
        },
      ],
    },
  ],
};
const TEMPLATE: OAuth2Template = {
  id: { id: 'x' },
  createdTime: 0,
  additionalInfo: null,
  providerId: 'Github',
  name: 'Github',
  mapperConfig: {
    allowUserCreation: false,
    activateUser: false,
    type: 'GITHUB',
    basic: { ...BASIC, emailAttributeKey: null, firstNameAttributeKey: 'name', lastNameAttributeKey: null },
    custom: null,
  },
  authorizationUri: 'https://github.com/auth',
  accessTokenUri: 'https://github.com/token',
  scope: ['read:user'],
  userInfoUri: 'https://api.github.com/user',
  userNameAttributeName: 'login',
  jwkSetUri: null,
  clientAuthenticationMethod: 'BASIC',
  comment: null,
  loginButtonIcon: null,
  loginButtonLabel: 'Github',
  helpLink: null,
};

describe('the draft of identity providers', () => {
  it('is saved as it was stored when nothing changes', () => {
    expect(bodyOf(draftOf(STORED))).toEqual(STORED);
  });

  it('begins a group with a domain and a provider, and apps with a secret of their own', () => {
    const { added, ...draft } = withGroup(draftOf({ enabled: true, oauth2ParamsInfos: [] }), 'iot.example');
    const first = withPart(draft, added, 'apps');
    const { groups, values } = withPart(first, added, 'apps');
    const [group] = bodyOf({ groups, values }).oauth2ParamsInfos;
    expect(group?.domainInfos).toEqual([{ scheme: 'HTTPS', name: 'iot.example' }]);
    expect(group?.clientRegistrations).toHaveLength(1);
    const secrets = group?.mobileInfos.map(({ appSecret }) => appSecret) ?? [];
    expect(secrets).toEqual([expect.stringMatching(/^[A-Za-z0-9]{24}$/), expect.stringMatching(/^[A-Za-z0-9]{24}$/)]);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  it('forgets what is deleted', () => {
    const draft = draftOf(STORED);
    const [group] = draft.groups;
    const less = without(draft, group?.providers[0] ?? '');
    expect(bodyOf(less).oauth2ParamsInfos[0]?.clientRegistrations.map(({ clientId }) => clientId)).toEqual(['other']);
    const none = without(less, group?.key ?? '');
    expect(bodyOf(none)).toEqual({ enabled: true, oauth2ParamsInfos: [] });
    expect(Object.keys(none.values)).toEqual(['enabled']);
  });

  it('takes from a template what that knows, and keeps the rest', () => {
    const draft = draftOf(STORED);
    const key = draft.groups[0]?.providers[0] ?? '';
    const filled = { groups: draft.groups, values: withTemplate(draft.values, key, TEMPLATE) };
    expect(bodyOf(filled).oauth2ParamsInfos[0]?.clientRegistrations[0]).toMatchObject({
      clientId: 'id',
      authorizationUri: 'https://github.com/auth',
      userNameAttributeName: 'login',
      clientAuthenticationMethod: 'BASIC',
      additionalInfo: { providerName: 'Github' },
      mapperConfig: {
        activateUser: true,
        type: 'GITHUB',
        basic: { emailAttributeKey: null, firstNameAttributeKey: 'name', tenantNamePattern: '%{org}' },
      },
    });
    const emptied = { groups: draft.groups, values: withTemplate(filled.values, key, undefined) };
    expect(bodyOf(emptied).oauth2ParamsInfos[0]?.clientRegistrations[0]).toMatchObject({
      clientId: 'id',
      authorizationUri: '',
      additionalInfo: { providerName: 'Custom' },
      mapperConfig: { type: 'BASIC', basic: { emailAttributeKey: 'email' } },
    });
  });
});
