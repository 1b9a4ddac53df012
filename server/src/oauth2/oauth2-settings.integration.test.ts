import type { OAuth2Info, OAuth2Template } from '@signalbox/contract/oauth2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.stop());

const BASIC = {
  emailAttributeKey: 'email',
  firstNameAttributeKey: null,
  lastNameAttributeKey: null,
  tenantNameStrategy: 'DOMAIN',
  tenantNamePattern: null,
  customerNamePattern: null,
  defaultDashboardName: null,
  alwaysFullScreen: false,
};
/** The example of rest-entities.md §2.10. */
const registration = (changed: object = {}) => ({
  mapperConfig: { allowUserCreation: true, activateUser: false, type: 'BASIC', basic: BASIC, custom: null },
  clientId: 'x',
  clientSecret: 'y',
  authorizationUri: 'https://acme.example/authorize',
  accessTokenUri: 'https://acme.example/token',
  scope: ['email'],
  userInfoUri: 'https://acme.example/user',
  userNameAttributeName: 'email',
  jwkSetUri: null,
  clientAuthenticationMethod: 'POST',
  platforms: ['WEB'],
  loginButtonLabel: 'Acme',
  loginButtonIcon: null,
  additionalInfo: { providerName: 'Custom' },
  ...changed,
});
const group = (changed: object = {}) => ({
  domainInfos: [{ scheme: 'MIXED', name: 'iot.example.com' }],
  mobileInfos: [{ pkgName: 'com.example.app', appSecret: 'abcdefghijklmnop' }],
  clientRegistrations: [registration()],
  ...changed,
});
const save = (...groups: object[]) =>
  platform.system.call<OAuth2Info & { message: string }>('POST', '/api/oauth2/config', {
    enabled: true,
    oauth2ParamsInfos: groups,
  });
const mapper = (changed: object) =>
  group({ clientRegistrations: [registration({ mapperConfig: { type: 'BASIC', basic: BASIC, ...changed } })] });

/** What is wrong, a group of providers (undefined: no list of groups), and part of the message. */
const REFUSED: [what: string, given: object | undefined, message: string][] = [
  ['no list', undefined, "'oauth2ParamsInfos' is not present"],
  ['no domains', group({ domainInfos: [] }), '0.domainInfos: must have at least one item'],
  ['a domain without a name', group({ domainInfos: [{ scheme: 'HTTP', name: ' ' }] }), '0.name: must not be empty'],
  ['a domain without a scheme', group({ domainInfos: [{ name: 'a.example' }] }), 'domainInfos.0.scheme'],
  ['an address', group({ domainInfos: [{ scheme: 'HTTP', name: 'http://a.example/' }] }), '0.name: must be a host'],
  [
    'MIXED beside another scheme',
    group({
      domainInfos: [
        { scheme: 'HTTP', name: 'a.example' },
        { scheme: 'MIXED', name: 'A.example' },
      ],
    }),
    'domainInfos: a.example with scheme MIXED must be the only one',
  ],
  [
    'a domain twice',
    group({
      domainInfos: [
        { scheme: 'HTTP', name: 'a.example' },
        { scheme: 'HTTP', name: 'a.example' },
      ],
    }),
    'domainInfos: a.example is listed twice',
  ],
  ['no package', group({ mobileInfos: [{ pkgName: '', appSecret: 'x'.repeat(16) }] }), 'pkgName: must not be empty'],
  [
    'a short secret',
    group({ mobileInfos: [{ pkgName: 'a', appSecret: 'x'.repeat(15) }] }),
    'mobileInfos.0.appSecret: must have at least 16 characters',
  ],
  [
    'a package twice',
    group({
      mobileInfos: [
        { pkgName: 'a', appSecret: 'x'.repeat(16) },
        { pkgName: 'a', appSecret: 'y'.repeat(16) },
      ],
    }),
    'mobileInfos: must not list a package twice',
  ],
  ['no provider', group({ clientRegistrations: [] }), 'clientRegistrations: must have at least one item'],
  ...[
    ...['clientId', 'clientSecret', 'authorizationUri', 'accessTokenUri', 'scope', 'userNameAttributeName'],
    ...['clientAuthenticationMethod', 'loginButtonLabel', 'mapperConfig'],
  ].map((name): [string, object, string] => [
    `no ${name}`,
    group({ clientRegistrations: [registration({ [name]: undefined })] }),
    name,
  ]),
  ['no scope', group({ clientRegistrations: [registration({ scope: [] })] }), 'scope: must have at least one item'],
  [
    'a script for an address',
    group({ clientRegistrations: [registration({ authorizationUri: 'javascript:alert(1)' })] }),
    'authorizationUri: must be an address',
  ],
  ['no type of mapper', mapper({ type: undefined }), 'mapperConfig.type'],
  ['no basic mapper', mapper({ basic: null }), 'mapperConfig.basic: must be specified'],
  ['no e-mail', mapper({ basic: { ...BASIC, emailAttributeKey: '' } }), 'basic.emailAttributeKey: must be specified'],
  ['no strategy', mapper({ basic: { ...BASIC, tenantNameStrategy: null } }), 'basic.tenantNameStrategy: must be'],
  [
    'no pattern',
    mapper({ basic: { ...BASIC, tenantNameStrategy: 'CUSTOM' } }),
    'basic.tenantNamePattern: must be specified',
  ],
  ['an e-mail of GitHub', mapper({ type: 'GITHUB' }), 'basic.emailAttributeKey: must be empty'],
  ['no custom mapper', mapper({ type: 'CUSTOM', basic: null }), 'custom.url: must be specified'],
  ['no address of it', mapper({ type: 'CUSTOM', custom: { url: '' } }), 'custom.url: must be specified'],
];

describe('the configuration of identity providers', () => {
  it('is empty and off at first', async () => {
    expect(await platform.system.get('/api/oauth2/config')).toEqual({ enabled: false, oauth2ParamsInfos: [] });
    expect(await platform.system.get('/api/oauth2/loginProcessingUrl')).toBe('/login/oauth2/code/');
  });

  it('is replaced as a whole, and answered as it is stored', async () => {
    const given = { enabled: true, oauth2ParamsInfos: [group(), group({ mobileInfos: [] })] };
    expect((await save(...given.oauth2ParamsInfos)).body).toEqual(given);
    expect(await platform.system.get('/api/oauth2/config')).toEqual(given);
    const off = { enabled: false, oauth2ParamsInfos: [] };
    expect(await platform.system.post('/api/oauth2/config', off)).toEqual(off);
    expect(await platform.system.get('/api/oauth2/config')).toEqual(off);
  });

  it.each(REFUSED)('refuses %s, naming the field', async (_what, given, message) => {
    const reply = given
      ? await save(given)
      : await platform.system.call<{ message: string }>('POST', '/api/oauth2/config', { enabled: true });
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31, message: expect.stringContaining(message) } });
  });

  it('takes the mappers that are complete', async () => {
    const noEmail = { ...BASIC, emailAttributeKey: null };
    for (const complete of [
      { type: 'GITHUB', basic: noEmail },
      { type: 'APPLE', basic: noEmail },
      { type: 'BASIC', basic: { ...BASIC, tenantNameStrategy: 'CUSTOM', tenantNamePattern: '%{org}' } },
      { type: 'CUSTOM', basic: null, custom: { url: 'https://mapper.example/' } },
    ]) {
      expect((await save(mapper(complete))).status).toBe(200);
    }
  });
});

describe('the buttons of a place', () => {
  beforeEach(async () => {
    await save(
      group({
        domainInfos: [
          { scheme: 'HTTPS', name: 'Secure.example' },
          { scheme: 'MIXED', name: 'mixed.example:8443' },
          { scheme: 'HTTP', name: 'plain.example:80' },
        ],
        clientRegistrations: [
          registration({ loginButtonLabel: 'Everywhere', platforms: [], loginButtonIcon: 'anchor' }),
          registration({ loginButtonLabel: 'Web', clientId: 'web' }),
          registration({ loginButtonLabel: 'Android', clientId: 'android', platforms: ['ANDROID'] }),
        ],
      }),
      group({
        domainInfos: [{ scheme: 'HTTPS', name: 'secure.example' }],
        mobileInfos: [],
        clientRegistrations: [registration({ loginButtonLabel: 'Other', clientId: 'other', platforms: null })],
      }),
    );
  });

  async function labels(host: string, query = '', headers: Record<string, string> = {}): Promise<string[]> {
    const reply = await platform.http.inject({
      method: 'POST',
      url: `/api/noauth/oauth2Clients${query}`,
      headers: { host, ...headers },
    });
    expect(reply.statusCode).toBe(200);
    return (reply.json() as { name: string }[]).map(({ name }) => name);
  }
  const BY_TLS = { 'x-forwarded-proto': 'https' };

  it.each([
    ['secure.example', BY_TLS, ['Everywhere', 'Web', 'Android', 'Other']],
    ['secure.example:443', BY_TLS, ['Everywhere', 'Web', 'Android', 'Other']],
    ['SECURE.example', BY_TLS, ['Everywhere', 'Web', 'Android', 'Other']],
    ['secure.example:80', {}, []],
    ['secure.example:8443', { ...BY_TLS, 'x-forwarded-port': '8443' }, []],
    ['mixed.example:8443', {}, ['Everywhere', 'Web', 'Android']],
    ['mixed.example', { ...BY_TLS, 'x-forwarded-port': '8443' }, ['Everywhere', 'Web', 'Android']],
    ['plain.example:80', {}, ['Everywhere', 'Web', 'Android']],
    ['inside:8080', { ...BY_TLS, 'x-forwarded-host': 'secure.example' }, ['Everywhere', 'Web', 'Android', 'Other']],
    ['elsewhere.example', {}, []],
    ['no host%', {}, []],
  ])('are those of its host and scheme: %s %j', async (host, headers, expected) => {
    expect(await labels(host, '', headers)).toEqual(expected);
  });

  it('believe no host of a client that is no proxy', async () => {
    const reply = await platform.http.inject({
      method: 'POST',
      url: '/api/noauth/oauth2Clients',
      remoteAddress: '203.0.113.9',
      headers: { host: 'elsewhere.example', 'x-forwarded-host': 'secure.example', ...BY_TLS },
    });
    expect(reply.json()).toEqual([]);
  });

  it('are those of a platform and of an app', async () => {
    const host = 'secure.example';
    expect(await labels(host, '?platform=WEB', BY_TLS)).toEqual(['Everywhere', 'Web', 'Other']);
    expect(await labels(host, '?platform=IOS', BY_TLS)).toEqual(['Everywhere', 'Other']);
    expect(await labels(host, '?platform=TOASTER', BY_TLS)).toHaveLength(4);
    expect(await labels(host, '?platform=ANDROID&pkgName=com.example.app', BY_TLS)).toEqual(['Everywhere', 'Android']);
    expect(await labels(host, '?pkgName=com.example.other', BY_TLS)).toEqual([]);
  });

  it('name where the browser goes, and keep their addresses when the configuration is saved again', async () => {
    const read = async () =>
      (
        await platform.http.inject({
          method: 'POST',
          url: '/api/noauth/oauth2Clients',
          headers: { host: 'secure.example', ...BY_TLS },
        })
      ).json();
    const before = await read();
    expect(before[0]).toEqual({
      name: 'Everywhere',
      icon: 'anchor',
      url: expect.stringMatching(/^\/oauth2\/authorization\/[0-9a-f-]{36}$/),
    });
    const stored = await platform.system.get<OAuth2Info>('/api/oauth2/config');
    await platform.system.post('/api/oauth2/config', stored);
    expect(await read()).toEqual(before);
    await platform.system.post('/api/oauth2/config', { ...stored, enabled: false });
    expect(await read()).toEqual([]);
  });
});

describe('templates', () => {
  const list = () => platform.system.get<OAuth2Template[]>('/api/oauth2/config/template');

  it('of four providers are there from the beginning', async () => {
    const templates = await list();
    expect(templates.map(({ name, mapperConfig }) => [name, mapperConfig.type])).toEqual([
      ['Apple', 'APPLE'],
      ['Facebook', 'BASIC'],
      ['Github', 'GITHUB'],
      ['Google', 'BASIC'],
    ]);
    // As recorded from 3.3.2, in this order.
    expect(Object.keys(templates[0] ?? {})).toEqual([
      ...['id', 'createdTime', 'additionalInfo', 'providerId', 'mapperConfig', 'authorizationUri', 'accessTokenUri'],
      ...['scope', 'userInfoUri', 'userNameAttributeName', 'jwkSetUri', 'clientAuthenticationMethod', 'comment'],
      ...['loginButtonIcon', 'loginButtonLabel', 'helpLink', 'name'],
    ]);
    expect(templates[0]?.authorizationUri).toContain('response_mode=form_post');
    for (const { name, mapperConfig, ...template } of templates) {
      const complete = { ...registration(), ...template, mapperConfig: { ...mapperConfig, type: mapperConfig.type } };
      expect((await save(group({ clientRegistrations: [complete] }))).status, name).toBe(200);
    }
  });

  it('are created, replaced and deleted', async () => {
    const { system } = platform;
    const body = { providerId: 'Harbour', mapperConfig: { type: 'BASIC', basic: BASIC }, scope: ['openid'] };
    const created = await system.post<OAuth2Template>('/api/oauth2/config/template', body);
    expect(created).toMatchObject({ name: 'Harbour', providerId: 'Harbour', scope: ['openid'], helpLink: null });
    const again = await system.call<{ message: string }>('POST', '/api/oauth2/config/template', body);
    expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining('providerId') } });
    const changed = await system.post<OAuth2Template>('/api/oauth2/config/template', {
      ...created,
      comment: 'Ask Ann',
    });
    expect(changed).toEqual({ ...created, comment: 'Ask Ann' });
    expect(await list()).toContainEqual(changed);
    await system.delete(`/api/oauth2/config/template/${created.id.id}`);
    expect((await list()).map(({ name }) => name)).not.toContain('Harbour');
    const gone = { ...body, id: created.id };
    expect((await system.call('POST', '/api/oauth2/config/template', gone)).status).toBe(404);
    expect((await system.call('DELETE', `/api/oauth2/config/template/${created.id.id}`)).status).toBe(404);
  });

  it.each([
    ['providerId', { mapperConfig: { type: 'BASIC', basic: BASIC } }],
    ['mapperConfig', { providerId: 'X' }],
    ['mapperConfig.type', { providerId: 'X', mapperConfig: { basic: BASIC } }],
    ['mapperConfig.basic', { providerId: 'X', mapperConfig: { type: 'BASIC' } }],
  ])('need %s', async (field, body) => {
    const reply = await platform.system.call('POST', '/api/oauth2/config/template', body);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(field) } });
  });
});
