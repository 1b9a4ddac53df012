// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import { describe, expect, it } from 'vitest';
import { labelFromPattern } from './patterns.ts';
import { escapeHtml, textFromPattern } from './text-pattern.ts';
import { formatValue, keyFormat, receivedValue, shownText } from './values.ts';

describe('values of the wire', () => {
  it('become numbers only when they print back the same', () => {
    expect(receivedValue('5')).toBe(5);
    expect(receivedValue('5.0')).toBe('5.0');
    expect(receivedValue('007')).toBe('007');
    expect(receivedValue('true')).toBe('true');
    expect(receivedValue('5.0', true)).toBe(5);
    expect(receivedValue('', true)).toBe('');
  });

  it('are shown with decimals and unit', () => {
    expect(formatValue(21.456, 1, '°C')).toBe('21.5 °C');
    expect(formatValue(21, 2, '°C')).toBe('21 °C');
    expect(formatValue(21, 2, '', true)).toBe('21.00');
    expect(formatValue('open', 1, '%')).toBe('open');
    expect(formatValue(null, 1, '%')).toBe('');
    expect(keyFormat({ decimals: 0 }, { decimals: 2, units: '%' })).toEqual({ decimals: 0, units: '%' });
  });

  it('have two digits in tables and cards where nothing says how many, as far as they are numbers', () => {
    const values = [21.456, '21.456', 21.456, 21, '007', '5.0', 'open', true, null];
    const decimals = [undefined, undefined, 0, undefined, undefined, undefined, undefined, undefined, undefined];
    const shown = values.map((value, at) => shownText(value, decimals[at]));
    expect(shown).toEqual(['21.46', '21.46', '21', '21', '007', '5.0', 'open', 'true', '']);
  });
});

describe('patterns', () => {
  it('name the entity in labels and leave the rest alone', () => {
    const names = { entityName: 'House A', entityLabel: '', aliasName: 'Houses' };
    expect(labelFromPattern('${entityName} ${entityLabel} ${aliasName} ${other}', names)).toBe(
      'House A House A Houses ${other}',
    );
  });

  it('write values with decimals and never as markup', () => {
    const values = {
      keys: [
        { label: 'temperature', name: 't', value: 21.456 },
        { label: 'state', name: 's', value: '<img src=x onerror=alert(1)>' },
      ],
      names: { entityName: 'A & B' },
    };
    expect(textFromPattern('${entityName}: ${temperature:1} ${#0} ${gone}|', values, escapeHtml)).toBe(
      'A &#38; B: 21.5 21.46 |',
    );
    const keys = [
      { entityId: 'a', label: 'b', name: 'b1', value: 1 },
      { entityId: 'a', label: 'b', name: 'b2', value: 2 },
      { entityId: 'a', label: 'b', name: 'b3', value: '' },
      { entityId: 'c', label: 'b', name: 'b1', value: 3 },
    ];
    expect(textFromPattern('${b} ${b1}', { keys, names: {} }, escapeHtml)).toBe('2 1');
    expect(textFromPattern('${#0} ${gone', values, escapeHtml)).toBe(
      `${textFromPattern('${#0}', values, escapeHtml)} \${gone`,
    );
    const started = performance.now();
    const long = '${'.repeat(100_000);
    expect(textFromPattern(long, values, escapeHtml)).toBe(long);
    expect(performance.now() - started).toBeLessThan(500);
    expect(textFromPattern('${state}', values, escapeHtml)).not.toContain('<');
  });
});
