import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { DataRow, Settings } from '../model.ts';
import { draftOf, enteredValue, type FieldSpec, problemOf, stepped, UNREADABLE_DATE } from './input-value.ts';
import { targetProblem } from './save-target.ts';
import { fieldsOf, SIMPLE_FORMS } from './simple-forms.ts';
import { currentEdits, type Edits, withDraft, withSaved, withSent } from './use-drafts.ts';

const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction;

const field = (spec: Partial<FieldSpec>): FieldSpec => ({
  ...{ id: 'a', kind: 'string', label: 'A', showLabel: true, isRequired: false, messages: {} },
  ...spec,
});

function row(name: string, type: 'timeseries' | 'attribute', entityType = 'DEVICE'): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType, id: 'e', name: 'Pump', label: '', description: '' },
    aliasName: '',
    dataKey: { name, type, label: name, color: '', settings: {} },
    data: [],
  };
}

describe('values of fields', () => {
  it('are saved as they were stored', () => {
    const values: [FieldSpec['kind'], unknown, unknown][] = [
      ['integer', 42, 42],
      ['double', '21.50', 21.5],
      ['string', 'text', 'text'],
      ['boolean', 'true', true],
      ['booleanCheckbox', 'false', false],
      ['dateTime', 1767225600000, 1767225600000],
      ['time', 45_240_000, 45_240_000],
      ['json', '{"a":[1]}', { a: [1] }],
      ['image', 'data:image/png;base64,AA', 'data:image/png;base64,AA'],
    ];
    for (const [kind, stored, saved] of values) {
      expect([kind, enteredValue({ kind }, draftOf(kind, stored))]).toEqual([kind, saved]);
    }
    const midnight = new Date('2026-03-04T00:00').getTime();
    expect(enteredValue({ kind: 'date' }, draftOf('date', midnight + 3_600_000))).toBe(midnight);
  });

  it('that are JSON keep the digits of their numbers', () => {
    const stored = '{"serial":9007199254740993,"gain":1.0,"limits":[-2.50]}';
    expect(JSON.stringify(enteredValue({ kind: 'json' }, draftOf('json', stored)))).toBe(stored);
  });

  it('that are empty are nothing, but for texts', () => {
    for (const kind of ['integer', 'double', 'dateTime', 'date', 'time', 'json'] as const) {
      expect(enteredValue({ kind }, draftOf(kind, undefined))).toBeNull();
    }
    expect(enteredValue({ kind: 'string' }, '')).toBe('');
  });

  it('that are texts are saved without the room around them, and are as long as what is saved', () => {
    expect(enteredValue({ kind: 'string' }, '  two words\n')).toBe('two words');
    expect(problemOf(field({ minLength: 3 }), ' ab ', t)).toContain('tooShort');
    expect(problemOf(field({ maxLength: 3 }), ' abc ', t)).toBeUndefined();
  });

  it('are chosen as the settings have them', () => {
    const options = [
      { value: 'null', label: 'None' },
      { value: '5', label: 'Five' },
    ];
    expect(enteredValue({ kind: 'select', options }, draftOf('select', 5))).toBe('5');
    expect(enteredValue({ kind: 'select', options }, draftOf('select', null))).toBeNull();
  });

  it('that cannot be saved are told with the words of the settings', () => {
    const number = field({ kind: 'integer', min: 1, max: 9, messages: { tooSmall: 'More!' } });
    expect(problemOf(number, '0', t)).toBe('More!');
    expect(problemOf(number, '10', t)).toBe('input.tooLarge {"max":9}');
    expect(problemOf(number, '1.5', t)).toBe('input.notWhole');
    expect(problemOf(number, 'x', t)).toBe('input.notANumber');
    expect(problemOf(field({ kind: 'integer' }), '12345678901234567890', t)).toBe('input.tooManyDigits');
    expect(problemOf(number, '5', t)).toBeUndefined();
    expect(problemOf(field({ isRequired: true, messages: { required: 'Say it' } }), ' ', t)).toBe('Say it');
    expect(problemOf(field({ minLength: 3 }), 'ab', t)).toBe('input.tooShort {"count":3}');
    expect(problemOf(field({ maxLength: 1 }), 'ab', t)).toBe('input.tooLong {"count":1}');
    const date = field({ kind: 'date', messages: { notADate: 'Which day?' } });
    expect(problemOf(date, UNREADABLE_DATE, t)).toBe('Which day?');
    expect(problemOf(field({ kind: 'dateTime' }), 'T10:00', t)).toBe('input.notADate');
    expect(problemOf(field({ kind: 'json' }), '{', t)).toMatch(/^input.notJson/);
  });

  it('are stepped within their borders', () => {
    expect(stepped(field({ kind: 'double', step: 0.1, max: 0.35 }), '0.2', 1)).toBe('0.3');
    expect(stepped(field({ kind: 'double', step: 0.1, max: 0.35 }), '0.3', 1)).toBe('0.35');
    expect(stepped(field({ kind: 'integer', min: 0 }), '0', -1)).toBe('0');
    expect(stepped(field({ kind: 'integer' }), 'x', 1)).toBeUndefined();
  });
});

describe('what is typed', () => {
  const stored = (value: string) => new Map([['a', value]]);

  it('stays while the value changes, and is over when it is what is stored', () => {
    const edits = new Map([['a', { draft: '5', base: '3', isSaved: false }]]);
    expect(currentEdits(edits, stored('4'))).toBe(edits);
    expect(currentEdits(edits, stored('5')).size).toBe(0);
  });

  it('is shown after saving until the value arrives', () => {
    const edits = new Map([['a', { draft: '5', base: '3', isSaved: true }]]);
    expect(currentEdits(edits, stored('3'))).toBe(edits);
    expect(currentEdits(edits, stored('5')).size).toBe(0);
    expect(currentEdits(edits, stored('7')).size).toBe(0);
  });

  describe('that goes back to what was stored', () => {
    /** What becomes of an edit by steps, after each of which what is over goes. */
    const after = (...steps: [now: string, step: (edits: Edits, now: ReadonlyMap<string, string>) => Edits][]) =>
      steps.reduce<Edits>((edits, [now, step]) => currentEdits(step(edits, stored(now)), stored(now)), new Map());
    const typed = (draft: string) => (edits: Edits, now: ReadonlyMap<string, string>) =>
      withDraft(edits, now, 'a', draft);
    const sent = (isSent: boolean) => (edits: Edits, now: ReadonlyMap<string, string>) =>
      withSent(edits, now, ['a'], isSent);
    const saved = (draft: string) => (edits: Edits, now: ReadonlyMap<string, string>) =>
      withSaved(edits, now, new Map([['a', { draft, becomes: draft }]]));
    const nothing = (edits: Edits) => edits;

    it('is over, if nothing has been sent or it was refused', () => {
      expect(after(['3', typed('5')], ['3', typed('3')]).size).toBe(0);
      expect(after(['3', typed('5')], ['3', sent(true)], ['3', typed('3')], ['3', sent(false)]).size).toBe(0);
    });

    it('stays while what was sent before has not arrived', () => {
      const meanwhile = after(['3', typed('5')], ['3', sent(true)], ['3', typed('3')]);
      expect(meanwhile.get('a')).toMatchObject({ draft: '3', isSaved: false });
      const answered = currentEdits(saved('5')(meanwhile, stored('3')), stored('3'));
      expect(answered.get('a')).toMatchObject({ draft: '3', base: '5', isSaved: false });
      expect(currentEdits(answered, stored('5'))).toBe(answered);
      const later = after(['3', typed('5')], ['3', sent(true)], ['3', saved('5')], ['3', typed('3')], ['5', nothing]);
      expect(later.get('a')).toMatchObject({ draft: '3', base: '5', isSaved: false });
    });

    it('is over once it is stored itself', () => {
      const steps = after(
        ['3', typed('5')],
        ['3', sent(true)],
        ['3', typed('3')],
        ['3', saved('5')],
        ['5', sent(true)],
      );
      expect(steps.get('a')).toMatchObject({ draft: '3' });
      expect(currentEdits(saved('3')(steps, stored('5')), stored('3')).size).toBe(0);
    });

    it('waits for nothing where what was sent was stored before', () => {
      expect(after(['3', typed('3 ')], ['3', sent(true)], ['3', typed('3')], ['3', saved('3')]).size).toBe(0);
    });
  });
});

describe('simple forms', () => {
  it('are nineteen', () => {
    expect(Object.keys(SIMPLE_FORMS)).toHaveLength(19);
    expect(SIMPLE_FORMS.update_shared_image_attribute).toEqual({ kind: 'image', target: 'SHARED_SCOPE' });
    expect(SIMPLE_FORMS.update_date_timeseries).toBeUndefined();
  });

  const specs = (alias: string, settings: Settings, ...rows: DataRow[]) =>
    fieldsOf(SIMPLE_FORMS[alias] as (typeof SIMPLE_FORMS)[string], settings, rows, t).map(({ spec }) => spec);

  it('take their fields from the settings', () => {
    const number = row('level', 'attribute');
    expect(specs('update_server_integer_attribute', { maxValue: 9, isRequired: false }, number)).toMatchObject([
      { kind: 'integer', label: 'level', showLabel: true, max: 9, isRequired: false },
    ]);
    expect(specs('update_integer_timeseries', { isRequired: false, labelValue: 'Level' }, number)).toMatchObject([
      { label: 'Level', isRequired: true },
    ]);
    expect(specs('update_server_date_attribute', { showTimeInput: false }, number)).toMatchObject([{ kind: 'date' }]);
    expect(specs('update_server_date_attribute', { inputFieldsAlignment: 'row' }, number)).toMatchObject([
      { kind: 'dateTime', parts: 'row' },
    ]);
    expect(specs('update_server_image_attribute', { displayClearButton: true }, number)).toMatchObject([
      { image: { hasPreview: true, hasClear: true }, isRequired: false },
    ]);
  });

  it('find the keys of a place by their names', () => {
    const rows = [row('lng', 'attribute'), row('lat', 'attribute')];
    const settings = { latKeyName: 'lat', lngKeyName: 'lng', isLngRequired: false };
    expect(specs('update_server_location_attribute', settings, ...rows)).toMatchObject([
      { id: 'e lat', label: 'input.latitude', min: -90, max: 90, isRequired: true },
      { id: 'e lng', label: 'input.longitude', min: -180, max: 180, isRequired: false },
    ]);
    expect(specs('update_server_location_attribute', {}, ...rows)).toEqual([]);
  });

  it('save only what is of their kind', () => {
    expect(targetProblem(row('a', 'timeseries'), 'timeseries', t)).toBeUndefined();
    expect(targetProblem(row('a', 'attribute'), 'timeseries', t)).toMatch('needsTimeseries');
    expect(targetProblem(row('a', 'timeseries'), 'SERVER_SCOPE', t)).toMatch('needsAttribute');
    expect(targetProblem(row('a', 'attribute', 'ASSET'), 'SHARED_SCOPE', t)).toMatch('needsDevice');
  });
});
