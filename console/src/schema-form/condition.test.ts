import { describe, expect, it } from 'vitest';
import { isTrue } from './condition.ts';

const MODEL = {
  useFunction: true,
  provider: 'image-map',
  size: 5,
  text: '5',
  list: ['one', 'two'],
  nested: { on: false, name: "it's", 'a-b': 1 },
  items: [{ kind: 'a' }, { kind: 'b' }],
};

describe('the condition of a field', () => {
  it('takes no longer to read than its length', () => {
    const started = performance.now();
    isTrue(`${';'.repeat(200_000)}x`, MODEL);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it.each([
    ['model.useFunction === true', true],
    ['model.useFunction !== true', false],
    ["model.provider === 'image-map'", true],
    ["model.provider == 'image-map' && model.useFunction", true],
    ["model.provider !== 'image-map' && model.missing.deep", false],
    ['model.missing === undefined', true],
    ['model.missing', false],
    ['!model.missing', true],
    ['model.nested.on || model.size > 4', true],
    ['model.nested["a-b"] === 1', true],
    ["model.nested.name == 'it\\'s'", true],
    ['model.text == model.size', true],
    ['model.text === model.size', false],
    ['model.list.length > 0 && model.list[1] == "two"', true],
    ["['here', 'image-map'].includes(model.provider)", true],
    ["model.list.indexOf('three') >= 0", false],
    ["model.provider.startsWith('image')", true],
    ['model.missing?.deep === true', false],
    ['model.missing ?? model.useFunction', true],
    ['model.size % 2 === 1 ? model.nested.on : true', false],
    ['typeof model.size === "number"', true],
    ['-model.size < -4', true],
    ["'on' in model.nested", true],
    ['(model.size + 1) * 2 === 12;', true],
    ['model.constructor === undefined', true],
    ['model.__proto__ === undefined', true],
  ])('%s: %s', (condition, expected) => {
    expect(isTrue(condition, MODEL)).toBe(expected);
  });

  it('knows where in a list the field is', () => {
    expect([0, 1].map((index) => isTrue("model.items[arrayIndex].kind === 'b'", MODEL, index))).toEqual([false, true]);
    expect(isTrue("model.items[index].kind === 'a'", MODEL, 0)).toBe(true);
  });

  it.each([
    'model.missing.deep',
    'window.alert(1) && false',
    'document.cookie === ""',
    'model.size = 6',
    'function () { return false }',
    '(() => false)()',
    "model.list.constructor.constructor('return false')()",
    "model.text.replace('5', '') === '5'",
    'model.list.map(alert)',
    'new Date() < 0',
    '`text` === 1',
    'return false',
    'model.size >',
    '((((',
    '('.repeat(5000),
    '!'.repeat(5000),
    '',
  ])('shows the field when it cannot be worked out, and runs nothing: %s', (condition) => {
    const before = JSON.stringify(MODEL);
    expect(isTrue(condition, MODEL)).toBe(true);
    expect(JSON.stringify(MODEL)).toBe(before);
  });
});
