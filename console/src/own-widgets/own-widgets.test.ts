// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { contrast } from '../widgets/drawing/colors.ts';
import { themeOf } from './frame-context.ts';
import { isFromFrame } from './frame-link.ts';
import { permittedPath, withoutSecrets } from './permitted-call.ts';
import { frameAddress, originsOf, resourcesOf, withTexts } from './type-code.ts';
import { culprits } from './watch.ts';
import { createUpdates } from './wire-data.ts';

const ID = '784f394c-42b6-435a-983c-b7beff2784f9';

startTranslations();

it('frames of widgets have the colours of their ground, or of the theme', () => {
  const variablesOf = (backgroundColor: string) => themeOf('dark', { config: { backgroundColor } }).variables;
  expect(contrast(variablesOf('#fff3e0')['--text'] ?? '', '#fff3e0')).toBeGreaterThan(7);
  expect(contrast(variablesOf('#fff')['--text'] ?? '', '#171b22')).toBeGreaterThan(7);
});

describe('calls of widgets', () => {
  it.each([
    ['GET', `/api/device/${ID}`],
    ['POST', '/api/device'],
    ['GET', `/api/plugins/telemetry/DEVICE/${ID}/values/timeseries?keys=a,b`],
    ['POST', `/api/plugins/telemetry/DEVICE/${ID}/SERVER_SCOPE`],
    ['DELETE', `/api/plugins/telemetry/DEVICE/${ID}/SHARED_SCOPE?keys=a`],
    ['POST', `/api/rpc/twoway/${ID}`],
    ['POST', '/api/entitiesQuery/find'],
    ['GET', '/api/tenant/deviceInfos?pageSize=10&page=0'],
    ['GET', `/api/dashboard/${ID}`],
    ['GET', '/api/auth/user'],
  ])('may %s %s', (method, path) => {
    expect(permittedPath(method, path)).toBe(path);
  });

  it('get no secrets that stand among what they may read', () => {
    const edge = { name: 'North', secret: 's', routingKey: 'r', edgeLicenseKey: 'l', additionalInfo: { note: 'n' } };
    expect(withoutSecrets('/api/edges?pageSize=1', { data: [edge] })).toEqual({
      data: [{ name: 'North', additionalInfo: { note: 'n' } }],
    });
    const profile = { profileData: { provisionConfiguration: { type: 'X', provisionDeviceSecret: 's' } } };
    expect(withoutSecrets(`/api/deviceProfile/${ID}`, profile)).toEqual({
      profileData: { provisionConfiguration: { type: 'X' } },
    });
    // What devices name so is no secret of the platform, and what is written back has to be whole.
    const values = { token: [{ ts: 1, value: 2 }] };
    expect(withoutSecrets(`/api/plugins/telemetry/DEVICE/${ID}/values/timeseries?keys=token`, values)).toBe(values);
    expect(withoutSecrets(`/api/device/${ID}`, { additionalInfo: { token: 1 } })).toEqual({
      additionalInfo: { token: 1 },
    });
  });

  it.each([
    ['POST', '/api/auth/token'],
    ['POST', '/api/auth/changePassword'],
    ['GET', `/api/user/${ID}/token`],
    ['GET', `/api/user/${ID}/activationLink`],
    ['POST', '/api/user'],
    ['GET', `/api/device/${ID}/credentials`],
    ['POST', '/api/device/credentials'],
    ['GET', `/api/device/${ID}/credential%73`],
    ['GET', `/api/device/${ID}/%63redentials/`],
    ['GET', `/api/device/${ID}/%43REDENTIALS`],
    ['GET', `/api/%64evice/${ID}`],
    ['GET', `/api/device/%2e%2e/user/${ID}/token`],
    ['GET', `/api/device/${ID}/exchanges`],
    ['POST', `/api/device/${ID}/snmp/walk`],
    ['POST', '/api/device?accessToken=known'],
    ['POST', '/api/device?%61ccessToken=known'],
    ['POST', '/api/dashboard'],
    ['POST', '/api/widgetType'],
    ['POST', '/api/ruleChain/metadata'],
    ['GET', '/api/admin/settings/mail'],
    ['GET', '/api/noauth/oauth2Clients'],
    ['DELETE', `/api/tenant/${ID}`],
    ['PATCH', `/api/device/${ID}`],
    ['GET', '/api/device/..%2f..%2fapi/user'],
    ['GET', `/api/device/../user/${ID}/token`],
    ['GET', '//elsewhere.example/api/device'],
    ['GET', 'https://elsewhere.example/api/device/1'],
    ['GET', '/static/index.js'],
  ])('may not %s %s', (method, path) => {
    expect(permittedPath(method, path)).toBeUndefined();
  });

  it('are taken only in their shape', () => {
    expect(isFromFrame({ kind: 'call', call: 1, method: 'http', args: [] })).toBe(true);
    for (const wrong of [
      null,
      'call',
      7,
      {},
      { kind: 'call' },
      { kind: 'call', call: '1', method: 'http', args: {} },
    ]) {
      expect(isFromFrame(wrong)).toBe(false);
    }
    expect(isFromFrame({ kind: 'photographed', picture: 1, painted: null })).toBe(true);
    expect(isFromFrame({ kind: 'photographed', picture: 1, painted: { width: 1 } })).toBe(false);
    expect(isFromFrame({ kind: 'failed', failure: { message: 1 } })).toBe(false);
  });
});

describe('files of a type', () => {
  const page = 'https://console.example/dashboards/1';
  const files = resourcesOf({
    descriptor: {
      resources: [
        { url: 'https://cdn.example:8443/a.js' },
        { url: '/api/resource/style.css?x=1' },
        { url: 'https://cdn.example:8443/b.mjs', isModule: true },
        { url: ' ' },
        null,
        { url: 'javascript:alert(1)' },
      ],
    },
  });

  it('are scripts, modules and styles', () => {
    expect(files.map(({ kind }) => kind)).toEqual(['script', 'style', 'module', 'script']);
  });

  it('with addresses that cannot be used are left to the frame, which says that they cannot be loaded', async () => {
    const broken = resourcesOf({ descriptor: { resources: [{ url: 'http://' }, { url: 'https://[/a.css' }] } });
    expect(await withTexts(broken, page)).toEqual(broken);
    expect(originsOf(broken, page)).toEqual([]);
  });

  it('name the only servers that a frame may speak to', () => {
    expect(originsOf(files, page)).toEqual(['https://cdn.example:8443']);
    expect(frameAddress(files, page)).toBe('/widget-frame.html?from=https%3A%2F%2Fcdn.example%3A8443');
    expect(frameAddress([], page)).toBe('/widget-frame.html');
  });
});

describe('frames that do not answer', () => {
  const frame = (name: string, answered: number, isBusy = false) => ({ name, answered, isBusy });

  it('go when their code runs; the others are innocent', () => {
    const all = [frame('a', 1), frame('b', 2, true), frame('c', 0)];
    expect(culprits(all).map(({ name }) => name)).toEqual(['b']);
  });

  it('go one by one when nobody knows', () => {
    expect(culprits([frame('a', 2), frame('b', 1)]).map(({ name }) => name)).toEqual(['b']);
  });
});

describe('data of a widget', () => {
  const entity = { entityType: 'DEVICE', id: ID, name: 'Tank', label: '', description: '' };
  const row = (label: string, points: readonly (readonly [number, unknown])[]) => ({
    datasourceIndex: 0,
    datasource: { type: 'entity' as const, dataKeys: [] },
    entity,
    aliasName: 'Plant',
    dataKey: { name: label, type: 'timeseries' as const, label, color: '#fff', settings: {} },
    data: points,
  });
  const data = { status: 'ready' as const, entities: [entity], pages: [] };

  it('are told once, then what has changed', () => {
    const updateOf = createUpdates();
    const [level, flow] = [row('level', [[1, 5]]), row('flow', [[1, 7]])];
    const first = updateOf({ ...data, rows: [level, flow] });
    expect(first.shape?.datasources).toMatchObject([{ entityName: 'Tank', entityLabel: 'Tank', aliasName: 'Plant' }]);
    expect(first.shape?.rows.map(({ source, dataKey }) => [source, dataKey.label])).toEqual([
      [0, 'level'],
      [0, 'flow'],
    ]);
    expect(first.values).toEqual([
      [0, [[1, 5]]],
      [1, [[1, 7]]],
    ]);
    const second = updateOf({ ...data, rows: [level, row('flow', [[2, 8]])] });
    expect(second.shape).toBeUndefined();
    expect(second.values).toEqual([[1, [[2, 8]]]]);
  });

  it('have their entities without any key', () => {
    expect(createUpdates()({ ...data, rows: [] }).shape).toMatchObject({ datasources: [{ entityId: ID }], rows: [] });
  });
});
