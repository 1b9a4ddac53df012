import { describe, expect, it } from 'vitest';
import {
  type KeyFilter,
  newKeyFilter,
  newPredicate,
  valueTypeOf,
  withAnother,
  withKey,
  withKeyType,
  withoutPart,
  withValueType,
} from './key-filter.ts';

const filter = (more: object = {}): KeyFilter => ({
  ...newKeyFilter(),
  key: { type: 'TIME_SERIES', key: 't' },
  ...more,
});

describe('a key filter', () => {
  it('of a number begins as a comparison with zero', () => {
    const value = { defaultValue: 0, dynamicValue: null };
    expect(newKeyFilter().predicate).toEqual({ type: 'NUMERIC', operation: 'EQUAL', value });
  });

  it('begins its comparison again when its values are of another type, and not when they are of the same', () => {
    const texts = withValueType(filter(), 'STRING');
    expect(texts.predicate).toMatchObject({ type: 'STRING', operation: 'STARTS_WITH', value: { defaultValue: '' } });
    const same = filter();
    expect(withValueType(same, 'NUMERIC').predicate).toBe(same.predicate);
    expect(withValueType(filter(), 'DATE_TIME').predicate).toMatchObject({ type: 'NUMERIC', operation: 'EQUAL' });
    expect(newPredicate('DATE_TIME', 5).value.defaultValue).toBe(5);
  });

  it('keeps the name of a key between telemetry and attributes only', () => {
    expect(withKeyType(filter(), 'ATTRIBUTE', []).key).toEqual({ type: 'ATTRIBUTE', key: 't' });
    expect(withKeyType(filter(), 'CONSTANT', []).key).toEqual({ type: 'CONSTANT', key: '' });
    const field = withKeyType(filter(), 'ENTITY_FIELD', ['name', 'createdTime']);
    expect(field).toMatchObject({ key: { key: 'name' }, valueType: 'STRING', predicate: { type: 'STRING' } });
    expect(withKey(field, 'createdTime')).toMatchObject({ valueType: 'DATE_TIME', predicate: { type: 'NUMERIC' } });
  });

  it('keeps members that it does not know', () => {
    const strange = filter({ ofAnotherClient: 5 });
    expect(withKeyType(withValueType(strange, 'STRING'), 'ATTRIBUTE', [])).toMatchObject({ ofAnotherClient: 5 });
  });

  it('says of what its values are by its innermost comparison when it does not say so itself', () => {
    const inner = { type: 'COMPLEX', operation: 'OR', predicates: [newPredicate('BOOLEAN')] } as const;
    const predicate = { type: 'COMPLEX', operation: 'AND', predicates: [inner] } as unknown as KeyFilter['predicate'];
    expect(valueTypeOf({ valueType: null, predicate })).toBe('BOOLEAN');
  });
});

describe('a predicate', () => {
  const [one, two, three] = [newPredicate('NUMERIC'), newPredicate('STRING'), newPredicate('BOOLEAN')];
  it('is complex with several comparisons, and simple again with one', () => {
    const both = withAnother(one, two);
    expect(both).toEqual({ type: 'COMPLEX', operation: 'AND', predicates: [one, two] });
    const all = withAnother({ ...both, operation: 'OR' }, three);
    expect(all).toEqual({ type: 'COMPLEX', operation: 'OR', predicates: [one, two, three] });
    expect(withoutPart(all, 0)).toEqual({ type: 'COMPLEX', operation: 'OR', predicates: [two, three] });
    expect(withoutPart(both, 0)).toBe(two);
  });
});
