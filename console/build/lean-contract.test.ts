import type { Route, RouteDefinition } from '@signalbox/contract/route';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { leanRoutes, separateSchemas } from './lean-contract.ts';

const parsed = (code: string) => parseAst(code) as unknown as Parameters<typeof leanRoutes>[1];

/** The routes of a module of the contract as the built console has them. */
function routesOf(code: string): unknown {
  const lean = leanRoutes(code, parsed(code)).replace('export const', 'const');
  // The schemas of these modules exist nowhere: what still reads one fails.
  return new Function(`${lean}; return deviceRoutes;`)();
}

/** Every member of a route in the contract. */
const DECLARED: Readonly<Record<keyof RouteDefinition, true>> = {
  method: true,
  path: true,
  tag: true,
  summary: true,
  access: true,
  signIn: true,
  params: true,
  query: true,
  body: true,
  replaces: true,
  bodyText: true,
  streamedBody: true,
  waits: true,
  anyMediaType: true,
  malformedBody: true,
  reply: true,
  bodyLimit: true,
};
/** What the types of the console know of one. */
const KNOWN: Readonly<Record<Exclude<keyof Route, symbol>, true>> = { method: true, path: true, reply: true };

describe('routes in the built console', () => {
  it('hold what a call needs, and no schema', () => {
    expect(
      routesOf(`export const deviceRoutes = {
        getDevice: route({ method: 'GET', path: '/api/device/:id', tag: 'device', access: readers, params: { id: uuidSchema }, reply: deviceSchema }),
        deleteDevice: route({ method: 'DELETE', path: \`/api/device/\${'x'}\`, summary: missing.text, reply: 'empty' }),
      };`),
    ).toEqual({
      getDevice: { method: 'GET', path: '/api/device/:id' },
      deleteDevice: { method: 'DELETE', path: '/api/device/x', reply: 'empty' },
    });
  });

  it('have what the types of the console know of them, and nothing else', () => {
    const members = Object.keys(DECLARED).map((name) => `${name}: 'x'`);
    expect(routesOf(`export const deviceRoutes = { list: route({ ${members.join(', ')} }) };`)).toEqual({
      list: Object.fromEntries(Object.keys(KNOWN).map((name) => [name, 'x'])),
    });
  });

  it('are made for several kinds without the schemas of each', () => {
    expect(
      routesOf(`
        function kindRoutes(path, { row }) { return { list: route({ method: 'GET', path: '/api/' + path, reply: row }) }; }
        export const deviceRoutes = kindRoutes('devices', { row: deviceSchema });`),
    ).toEqual({ list: { method: 'GET', path: '/api/devices' } });
  });

  it('are refused with a spread, unless what a call needs is written beside it', () => {
    const codeOf = (beside: string) =>
      `export const routes = { save: route({ ...shared, ${beside} path: '/api/save' }) };`;
    const lean = (code: string) => leanRoutes(code, parsed(code));
    expect(() => lean(codeOf("method: 'POST',"))).toThrow('A route spreads what a call needs');
    expect(lean(codeOf("method: 'POST', reply: 'empty',"))).not.toContain('shared');
  });

  it('leave functions that are called later alone', () => {
    const code = 'export function parse(value) { const parsed = schema.parse(value); return parsed; }';
    expect(leanRoutes(code, parsed(code))).toBe(code);
  });

  it('let go of what nobody imports, because nothing else happens when it is made', () => {
    const code = 'export const deviceSchema = z.object({ ...members });';
    expect(leanRoutes(code, parsed(code))).toBe(
      'export const deviceSchema = /*#__PURE__*/ (() => (z.object({ ...members })))();',
    );
  });
});

describe('imports of schemas', () => {
  it('come from a copy of their module', () => {
    const code = `import { deviceRoutes, deviceInputSchema as input } from '@signalbox/contract/device';\ncall();`;
    expect(separateSchemas(code, parsed(code))).toBe(
      `import { deviceInputSchema as input } from '@signalbox/contract/device?schemas'; import { deviceRoutes } from '@signalbox/contract/device';\ncall();`,
    );
  });

  it('are the only ones that change', () => {
    const code = `import { deviceRoutes } from '@signalbox/contract/device'; import { formSchema } from './form.ts';`;
    expect(separateSchemas(code, parsed(code))).toBe(code);
  });
});
