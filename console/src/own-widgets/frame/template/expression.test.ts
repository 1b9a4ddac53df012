import { expect, it } from 'vitest';
import { assign, checkExpression, evaluate, execute, type Scope } from './expression.ts';

/** A scope whose pipes tell what they are given. */
const scopeOf = (component: Record<string, unknown>): Scope => ({
  component,
  locals: {},
  pipe: (name, value, args) => [name, value, ...args].join(' '),
});

it.each([
  ["ok ? ('action.yes' | translate) : ('action.no' | translate)", 'translate action.yes'],
  ["('a.b' | translate:{ n: list.length })", 'translate a.b [object Object]'],
  ["(time | date:'HH:mm:ss')", 'date 7 HH:mm:ss'],
  ["((time | date:'HH:mm') | uppercase)", 'uppercase date 7 HH:mm'],
  ['say(name | truncate:(5 + 1):false)', 'said truncate x 6 false'],
  ["[name | lowercase, 'a|b'].join()", 'lowercase x,a|b'],
  ["{ of: name | lowercase, 'a:b': ok }.of", 'lowercase x'],
  ["list[index('0' | number)]", 'first'],
  ["ok ? name : 'none' | translate", 'x'],
  ["!ok ? name : 'none' | translate", 'translate none'],
  ["name | slice:ok ? 1 : 2:'(|)'", 'slice x 1 (|)'],
  ['obj!.a!.b', 'deep'],
  ['(obj!.a)!.b + (ok !== !ok)', 'deeptrue'],
  ['none?.of ?? (name | lowercase)', 'lowercase x'],
  ['ok || none | lowercase', 'lowercase true'],
  ["'it\\'s | so' | uppercase", "uppercase it's | so"],
])('the value of %s', (text, value) => {
  checkExpression(text);
  const scope = scopeOf({
    ...{ ok: true, name: 'x', time: 7, list: ['first'], obj: { a: { b: 'deep' } }, none: undefined },
    say: (words: string) => `said ${words}`,
    index: () => 0,
  });
  expect(evaluate(text, scope)).toBe(value);
});

it('events and models may say that there is something', () => {
  const component = { obj: { a: { b: 1 } } };
  execute('obj!.a.b = 5; obj.a!.b = obj!.a!.b + 1', scopeOf(component));
  expect(component.obj.a.b).toBe(6);
  assign('obj!.a!.b', 7, scopeOf(component));
  expect(component.obj.a.b).toBe(7);
});
