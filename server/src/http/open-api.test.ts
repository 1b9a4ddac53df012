import { ALL_ROUTES } from '@signalbox/contract/routes';
import { describe, expect, it } from 'vitest';
import { describeApi } from './open-api.ts';

type Node = Record<string, unknown>;

const api = describeApi(ALL_ROUTES) as {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, Node>; responses: Record<string, Node> };
};

/** Lists every object of the description with its path. */
function* objects(value: unknown, place = '#'): Generator<[string, Node]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value as Node];
  for (const [name, member] of Object.entries(value)) yield* objects(member, `${place}/${name}`);
}

function at(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Node | undefined)?.[name], api);
}

describe('the description of the API', () => {
  it('has every call once, by name, with all parameters of its path', () => {
    const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((call) => ({ path, ...call })),
    );
    expect(calls.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(ALL_ROUTES).toSorted());
    for (const { path, parameters } of calls) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect([...path.matchAll(/\{\w+\}/g)].map(String).toSorted(), path).toEqual(inPath.toSorted());
    }
  });

  it('contains no broken references', () => {
    const broken = [...objects(api)].filter(([, node]) => typeof node.$ref === 'string' && at(node.$ref) === undefined);
    expect(broken).toEqual([]);
  });

  it('names the schemas of bodies and replies', () => {
    const { Device, DeviceInput, FilterPredicate } = api.components.schemas;
    expect(Device?.properties).toHaveProperty('deviceProfileId');
    expect(DeviceInput?.required ?? []).not.toContain('id');
    expect(JSON.stringify(FilterPredicate)).toContain('#/components/schemas/FilterPredicate');
    expect(JSON.stringify(api.paths['/api/tenant/deviceInfos'])).toContain('"$ref":"#/components/schemas/DeviceInfo"');
  });

  it('lists the values of enumerated parameters', () => {
    const valuesOf = (path: string, name: string) => {
      const parameter = api.paths[path]?.get?.parameters.find((one) => one.name === name);
      return (parameter as { schema?: Node } | undefined)?.schema?.enum;
    };
    const history = '/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries';
    expect(valuesOf(history, 'agg')).toEqual(['NONE', 'MIN', 'MAX', 'AVG', 'SUM', 'COUNT']);
    expect(valuesOf(history, 'orderBy')).toEqual(['ASC', 'DESC']);
    expect(valuesOf('/api/tenant/deviceInfos', 'sortOrder')).toEqual(['ASC', 'DESC']);
  });

  it('uses only keywords of OpenAPI 3.0', () => {
    const foreign = ['definitions', '$defs', '$schema', 'const', 'patternProperties', 'propertyNames', 'prefixItems'];
    const found = [...objects(api.paths, '#/paths'), ...objects(api.components.schemas, '#/components')].filter(
      ([place, node]) =>
        !place.endsWith('/properties') &&
        !/\/(example|default|enum)/.test(place) &&
        (foreign.some((name) => name in node) || Array.isArray(node.type)),
    );
    expect(found).toEqual([]);
  });
});
