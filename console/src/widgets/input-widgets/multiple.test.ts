import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { DataRow, Settings } from '../model.ts';
import { cameraProblem, fittedSize, nextCamera } from './camera.ts';
import { batchesOf, fieldGroups, isDisabled, savedValue } from './multiple-fields.ts';

const t = ((key: string) => key) as unknown as TFunction;

function row(entity: string, name: string, settings: Settings, value?: unknown): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: entity, name: `Device ${entity}`, label: '', description: '' },
    aliasName: '',
    dataKey: {
      ...{ name, label: name, color: '', settings },
      type: settings.dataKeyType === 'timeseries' ? 'timeseries' : 'attribute',
    },
    data: value === undefined ? [] : [[0, value]],
  };
}

describe('a form with several fields', () => {
  it('has a group for each entity, with the title of its settings', () => {
    const rows = [row('1', 'a', {}), row('1', 'b', {}), row('2', 'a', {})];
    expect(fieldGroups(rows, {}, t).map(({ title, fields }) => [title, fields.length])).toEqual([
      ['Device 1', 2],
      ['Device 2', 1],
    ]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern
    expect(fieldGroups(rows, { groupTitle: 'Of ${entityName}' }, t)[0]?.title).toBe('Of Device 1');
  });

  const field = (settings: Settings, widgetSettings: Settings = {}, value?: unknown) => {
    const [group] = fieldGroups([row('1', 'a', settings, value)], widgetSettings, t);
    return group?.fields[0] as NonNullable<typeof group>['fields'][number];
  };

  it('reads the settings of keys, those of older dashboards too', () => {
    expect(field({})).toMatchObject({ target: 'SERVER_SCOPE', spec: { kind: 'string', access: 'editable' } });
    expect(field({ inputTypeNumber: true, readOnly: true }, { attributesShared: true })).toMatchObject({
      target: 'SHARED_SCOPE',
      spec: { kind: 'double', access: 'readonly' },
    });
    expect(field({ dataKeyType: 'timeseries', dataKeyValueType: 'booleanSwitch', dataKeyHidden: true })).toMatchObject({
      ...{ target: 'timeseries', isHidden: true, problem: undefined },
      spec: { kind: 'boolean' },
    });
  });

  it('does not use a field while the key that it depends on is false', () => {
    const rows = [row('1', 'on', { dataKeyValueType: 'booleanSwitch' }), row('1', 'a', { disabledOnDataKey: 'on' })];
    const [group] = fieldGroups(rows, {}, t);
    const dependent = group?.fields[1];
    if (!group || !dependent) throw new Error('There is no such field');
    expect(isDisabled(dependent, group, () => false)).toBe(true);
    expect(isDisabled(dependent, group, () => true)).toBe(false);
  });

  it('deletes what is empty, and keeps what was not edited as it is stored', () => {
    expect(savedValue(field({}), '', true)).toBeNull();
    expect(savedValue(field({ dataKeyValueType: 'integer' }), '7', true)).toBe(7);
    expect(savedValue(field({}), ' a b ', true)).toBe('a b');
    expect(savedValue(field({}), '  ', true)).toBeNull();
    expect(savedValue(field({}, {}, ' a '), ' a ', false)).toBe(' a ');
    const date = field({ dataKeyValueType: 'dateTime' }, {}, 1767225612345);
    expect(savedValue(date, '2026-01-01T00:00', false)).toBe(1767225612345);
  });

  it('saves with one call for each entity and target', () => {
    const rows = [row('1', 'a', {}), row('1', 'b', { dataKeyType: 'shared' }), row('1', 'c', {}), row('2', 'a', {})];
    const fields = fieldGroups(rows, {}, t).flatMap((group) => group.fields);
    const batches = batchesOf(fields.map((one) => ({ field: one, draft: 'x', value: 'x' })));
    expect(batches.map((batch) => batch.map((one) => one.field.row.dataKey.name))).toEqual([['a', 'c'], ['b'], ['a']]);
  });
});

describe('a camera', () => {
  it('gives pictures within the size of the settings', () => {
    expect(fittedSize({ width: 1280, height: 720 }, { width: 640, height: 480 })).toEqual({ width: 640, height: 360 });
    expect(fittedSize({ width: 320, height: 240 }, { width: 640, height: 480 })).toEqual({ width: 320, height: 240 });
  });

  it('is followed by the next one', () => {
    expect(nextCamera(['a', 'b'], 'b')).toBe('a');
    expect(nextCamera(['a'], 'a')).toBeUndefined();
  });

  it('that cannot be used is told apart', () => {
    const named = (name: string) => cameraProblem(Object.assign(new Error(), { name }));
    expect(['NotFoundError', 'NotAllowedError', 'NotReadableError', 'TypeError'].map(named)).toEqual([
      ...['none', 'denied', 'busy', 'failed'],
    ]);
  });
});
