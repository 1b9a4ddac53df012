// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the scripts under test
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { compileBody } from './interpreter.ts';

const run = (body: string, args: Record<string, unknown> = {}) =>
  compileBody(parse, body, Object.keys(args))(...Object.values(args));

describe('scripts of widget settings', () => {
  it.each([
    ['return Math.round(1000*Math.sin(time/5000));', { time: 5000 }, Math.round(1000 * Math.sin(1))],
    ["value = '&#11044;';\nreturn value;", { value: 'true' }, '&#11044;'],
    ['return JSON.parse(value).ruleChainName;', { value: '{"ruleChainName":"Root"}' }, 'Root'],
    ["return value || '';", { value: null }, ''],
    ['var s = 0; for (var i = 0; i < 4; i++) { if (i === 2) continue; s += i; } return s;', {}, 4],
    ['const {a, ...rest} = value; return [a, rest.b, `${a}-${rest.b}`];', { value: { a: 1, b: 2 } }, [1, 2, '1-2']],
    ['return [3,1,2].sort((a, b) => a - b).map(x => x * 2).join();', {}, '2,4,6'],
    ['switch (v) { case 1: return "one"; default: return "many"; }', { v: 3 }, 'many'],
    ['try { null.x } catch (e) { return e.message.length > 0 }', {}, true],
    ['return value?.a?.b ?? "none";', { value: {} }, 'none'],
    ['var d = new Date(value); return d.getTime() + 1;', { value: 5 }, 6],
    ['function f(n) { return n < 2 ? 1 : n * f(n - 1); } return f(5);', {}, 120],
    ['return "a-b-c".replace(/-(\\w)/g, function(m, x) { return x.toUpperCase(); });', {}, 'aBC'],
    ['return typeof nothing + typeof value.toFixed;', { value: 1 }, 'undefinedfunction'],
    ['return value == "5" && value != 6 && "a" in {a: 1};', { value: 5 }, true],
  ])('%s', (body, args, expected) => {
    expect(run(body, args)).toEqual(expected);
  });

  it.each([
    'return ({}).constructor.constructor("return globalThis")();',
    'return [].map.constructor("return 1")();',
    'return (function(){}).constructor("return 1")();',
    'var o = {}; o["__proto__"]["polluted"] = 1; return 1;',
    'var o = JSON.parse(\'{"__proto__": {"x": 1}}\'); o.__proto__.y = 2; return 1;',
    'return fetch("/api/user");',
    'return window.localStorage;',
    'return document.cookie;',
    'return this.constructor;',
    'return eval("1");',
    'return import("x");',
    '}); globalThis.broken = 1; (function(){',
  ])('reaches nothing of the page: %s', (body) => {
    let result: unknown;
    try {
      result = run(body);
    } catch {
      result = undefined;
    }
    expect(result).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((globalThis as Record<string, unknown>).broken).toBeUndefined();
  });

  it.each([
    ['(a+)+b', 'nested'],
    ['(a|aa)*b', 'a choice that repeats'],
    ['(.*){5,}x', 'a counted repetition of a repetition'],
    ['((?:x*)y?)+', 'deep inside'],
    ['(a)\\\\1', 'a back reference'],
  ])('takes no pattern that could run for ever: %s (%s)', (pattern) => {
    expect(() => run(`return new RegExp('${pattern}').test(value);`, { value: 'aaaa' })).toThrow('pattern');
  });

  it('takes patterns of everyday use, on texts of bounded length', () => {
    const date = 'return value.match(/^(\\d{4})-(\\d{2})-(\\d{2})/)[2];';
    expect(run(date, { value: '2024-05-06' })).toBe('05');
    expect(run('return value.replace(/[.,]+$/, "").split(/\\s*,\\s*/).length;', { value: 'a , b,c.' })).toBe(3);
    expect(run('return /^(warm|cold)$/i.test(value);', { value: 'Cold' })).toBe(true);
    expect(() => run('return /a.*b.*c/.test(value);', { value: 'a'.repeat(5000) })).toThrow('too long');
    expect(() => run('return value.search("(a+)+$");', { value: 'aaa' })).toThrow('pattern');
  });

  it('does not hand out functions that it was given', () => {
    expect(run('return value.secret;', { value: { secret: () => 1 } })).toBeUndefined();
  });

  it('ends loops, recursion and growth', () => {
    expect(() => run('while (true) {}')).toThrow('too long');
    expect(() => run('function f() { f(); } f();')).toThrow('deeply');
    expect(() => run('var s = "x"; while (true) s += s;')).toThrow('too long');
    expect(() => run('return "x".repeat(1e9);')).toThrow('too long');
    expect(() => run('try { while (true) {} } catch (e) { return 1; }')).toThrow('too long');
  });

  it('says what is wrong', () => {
    expect(() => run('return nothing + 1;')).toThrow('nothing is not defined');
    expect(() => run('throw new Error("mine");')).toThrow('mine');
    expect(() => run('return (')).toThrow(SyntaxError);
  });
});
