// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the scripts under test
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScriptMachine } from './machine.ts';
import { ScriptError } from './script-error.ts';
import { createScriptHome } from './scripts.ts';
import { processorTime, separateMachine, testMachine } from './test-machine.ts';

const onBroken = vi.fn();
let machine: ScriptMachine;
beforeEach(() => {
  machine = testMachine(onBroken);
});
afterEach(() => {
  machine.dispose();
  expect(onBroken).not.toHaveBeenCalled();
});

const run = (body: string, args: Record<string, unknown> = {}) =>
  machine.compile(body, Object.keys(args))(...Object.values(args));

function failureOf(work: () => unknown): ScriptError {
  try {
    work();
  } catch (error) {
    if (error instanceof ScriptError) return error;
  }
  throw new Error('It did not fail as scripts do');
}

describe('scripts of widget settings', () => {
  it('get the context of their widget also after they have changed their world', () => {
    const body =
      'Array.prototype.map = Array.prototype.forEach = null; return ctx.settings.a + ctx.utils.formatValue(1.25, 1);';
    const spoiling = machine.compile(body, ['ctx']);
    const context = { isWidgetContext: true, settings: { a: 'at ' } };
    for (const _ of [1, 2]) expect(spoiling(context)).toBe('at 1.3');
  });

  it.each([
    ['return Math.round(1000*Math.sin(time/5000));', { time: 5000 }, Math.round(1000 * Math.sin(1))],
    ["value = '&#11044;';\nreturn value;", { value: 'true' }, '&#11044;'],
    ['return JSON.parse(value).ruleChainName;', { value: '{"ruleChainName":"Root"}' }, 'Root'],
    ["return value || '';", { value: null }, ''],
    ['var s = 0; for (var i = 0; i < 4; i++) { if (i === 2) continue; s += i; } return s;', {}, 4],
    ['for (i = 0, total = 0; i < 4; i++) total += i; return total;', {}, 6],
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
    ['return Array.prototype.slice.call(arguments).concat([3, [4]], 5).flat().indexOf(4);', { a: 1, b: 2 }, 3],
    ['return [[1, [2]], [3]].flat(Infinity).length + [1, 2].flatMap(x => [x, x]).length;', {}, 7],
    [
      'var text = "Zürich 😀\\0\\ud800"; return [text, value === text];',
      { value: 'Zürich 😀\0\ud800' },
      ['Zürich 😀\0\ud800', true],
    ],
    ['console.log(value); return "a,b,c".split(",").lastIndexOf("c") + "abc".indexOf("c");', { value: 1 }, 4],
  ])('%s', (body, args, expected) => {
    expect(run(body, args)).toEqual(expected);
  });

  it('take and give numbers, texts and dates as they are', () => {
    const same = machine.compile('return value;', ['value']);
    for (const value of [
      undefined,
      null,
      Number.NaN,
      Infinity,
      -Infinity,
      0.1,
      true,
      'a',
      new Date(5),
      new Date(Number.NaN),
    ])
      expect(same(value)).toEqual(value);
    expect(
      run('return [value.when.getTime(), isNaN(value.none), value.absent];', {
        value: { when: new Date(7), none: Number.NaN, absent: undefined },
      }),
    ).toEqual([7, true, undefined]);
    expect(run('return { at: new Date(9), none: 0 / 0, f: function() {} };')).toEqual({
      at: new Date(9),
      none: Number.NaN,
    });
    expect(run('return function() {};')).toBeUndefined();
    expect(() => run('return (async function() {})();')).toThrow('Asynchronous');
  });

  it('write numbers, dates and the order of texts as the browser does', () => {
    const at = Date.UTC(2024, 4, 6, 10, 20);
    const options = { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' } as const;
    expect(run('return (1234567.891).toLocaleString("de-DE", {maximumFractionDigits: 1});')).toBe('1.234.567,9');
    expect(run('return (0 / 0).toLocaleString("en-US");')).toBe('NaN');
    expect(run('return new Date(at).toLocaleString();', { at })).toBe(new Date(at).toLocaleString());
    expect(run('return new Date(at).toLocaleDateString("en-GB", {month: "short", timeZone: "UTC"});', { at })).toBe(
      'May',
    );
    expect(run('return new Date(at).toLocaleTimeString("en-GB", options);', { at, options })).toBe('19:20');
    expect(run('return new Intl.DateTimeFormat("en-GB", options).format(new Date(at));', { at, options })).toBe(
      '19:20',
    );
    expect(run('return Intl.NumberFormat("en-US", {style: "percent"}).format(0.5);')).toBe('50%');
    expect(run('return Intl.DateTimeFormat().resolvedOptions().timeZone;')).toBe(
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    expect(run('return ["z", "ä", "a"].sort(function(a, b) { return a.localeCompare(b, "de"); }).join("");')).toBe(
      'aäz',
    );
    expect(run('return [new Date(2024, 6, 1).getTimezoneOffset(), new Date(2024, 0, 1).getTimezoneOffset()];')).toEqual(
      [new Date(2024, 6, 1).getTimezoneOffset(), new Date(2024, 0, 1).getTimezoneOffset()],
    );
    expect(() => run('return (1).toLocaleString("no such language");')).toThrow(/locale/i);
  });

  it('say what is wrong, and in which line', () => {
    expect(failureOf(() => run('var a = 1;\nreturn nothing + a;'))).toMatchObject({
      name: 'ReferenceError',
      line: 2,
      message: expect.stringMatching(/nothing.* is not defined \(line 2\)/),
    });
    expect(failureOf(() => run('[1].forEach(function() {\n throw new Error("mine");\n});'))).toMatchObject({
      name: 'Error',
      message: 'mine (line 2)',
    });
    expect(failureOf(() => run('throw "mine";'))).toMatchObject({ name: 'Error', message: 'mine' });
    expect(() => run('var a;\nreturn (')).toThrow(SyntaxError);
    expect(() => run('var a;\nreturn (;')).toThrow('line 2');
    expect(() => run('return (')).toThrow(SyntaxError);
  });

  it('run over a whole series in one go, each value seeing the one before', () => {
    const names = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue'];
    const series = machine.compileSeries(
      'return [time, value, prevValue ? prevValue[1] : 0, timePrev, prevOrigValue];',
      names,
    );
    expect(series([10, 20], [1, 2], 0)).toEqual([
      [10, 1, 0, 0, 0],
      [20, 2, 1, 10, 1],
    ]);
    const sum = machine.compileSeries('return value + prevValue;', names);
    expect(sum([1, 2, 3], [1, 2, Number.NaN], 0)).toEqual([1, 3, Number.NaN]);
    expect(sum([1, 2], ['a', 'b'], 0)).toEqual(['a0', 'ba0']);
    expect(sum([], [], 0)).toEqual([]);
    const walk = machine.compileSeries('return prevValue + time;', ['time', 'prevValue']);
    expect(walk([1, 2, 3], undefined, 10)).toEqual([11, 13, 16]);
    expect(() => machine.compileSeries('return value.a.b;', names)([1], [1], 0)).toThrow('line 1');
  });
});

describe('the virtual machine', () => {
  it.each([
    'return ({}).constructor.constructor("return globalThis")()',
    'return [].map.constructor("return globalThis")()',
    'return (function(){}).constructor("return this")()',
    'return this',
    'return (0, eval)("globalThis")',
    'return (async function(){}).constructor("return globalThis").constructor("return globalThis")()',
    'return console.log.constructor("return globalThis")()',
    'return Intl.NumberFormat.constructor("return globalThis")()',
    'try { null.x } catch (e) { return e.constructor.constructor("return globalThis")() }',
    'try { (1).toLocaleString("no such language") } catch (e) { return e.constructor.constructor("return globalThis")() }',
    'return value.constructor.constructor("return globalThis")()',
  ])('has nothing of the page in reach: %s', (body) => {
    (globalThis as Record<string, unknown>).secretOfThePage = 1;
    const reached = `var reached = (function() { ${body} })();
      return ['secretOfThePage', 'window', 'document', 'process', 'require', 'fetch', 'WebAssembly', 'Worker', 'postMessage',
        'XMLHttpRequest', 'localStorage', 'setTimeout', 'Proxy'].filter(function(name) { return reached[name] !== undefined; });`;
    expect(run(reached, { value: { a: [] } })).toEqual([]);
    (globalThis as Record<string, unknown>).secretOfThePage = undefined;
  });

  it.each([
    'var o = {}; o.__proto__.polluted = 1; return o;',
    'return JSON.parse(\'{"__proto__": {"polluted": 1}}\');',
    'Object.prototype.polluted = 1; Array.prototype.polluted = 1; return [{}];',
    '}); globalThis.polluted = 1; (function(){',
    'return import("x");',
    'return { toJSON: function() { return { polluted: 1 }; }, get x() { throw 1; } };',
    'return { get polluted() { return globalThis; } };',
    'JSON.stringify = JSON.parse = function() { return "="; }; String.prototype.includes = null; return 1;',
    'Object.defineProperty(Object.prototype, "then", { get: function() { return 1; } }); return {};',
  ])('changes nothing of the page: %s', (body) => {
    try {
      run(body);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
    expect((globalThis as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    '}); throw { get message() { for (;;) {} } }; (function(){',
    '}); (function(){ for (;;) {} })(); (function(){',
    '}); 1; ({',
    '}); throw null; (function(){',
  ])('takes one function body: %s', (body) => {
    // By a clock that runs five times as fast: a world may take two seconds to open.
    const hurried = testMachine(onBroken, () => 5 * processorTime());
    expect(() => hurried.compile(body, [])()).toThrow(/too long|One function body|null/);
    expect(hurried.compile('return 1;', [])()).toBe(1);
    hurried.dispose();
  });

  it('hands functions neither in nor out', () => {
    expect(run('return value.secret;', { value: { secret: () => 1 } })).toBeUndefined();
    expect(run('return value;', { value: () => 1 })).toBeUndefined();
    const given = { list: [1] };
    run('value.list.push(2); value.more = 1;', { value: given });
    expect(given).toEqual({ list: [1] });
  });

  it('gives each script a world of its own', () => {
    const spoil = `shared = 1; Array.prototype.map = function() { return "spoiled"; }; Math.round = null;
      String.prototype.toUpperCase = null; Object.prototype.extra = 1; Date = JSON = null; return 1;`;
    expect(run(spoil)).toBe(1);
    expect(
      run(
        'return [typeof shared, [1.4].map(Math.round)[0], "a".toUpperCase(), {}.extra, new Date(5).getTime(), JSON.stringify(1)];',
      ),
    ).toEqual(['undefined', 1, 'A', undefined, 5, '1']);
  });

  it.each([
    ['an endless loop', 'while (true) {}'],
    ['one that catches everything', 'for (;;) try { for (;;) {} } catch (e) {} finally { for (;;) {} }'],
    ['a getter without end', 'return { get x() { for (;;) {} } };'],
    ['an error without end', 'throw { get message() { for (;;) {} } };'],
    ['a text without end', 'return { toString: function() { for (;;) {} } } + "";'],
    ['a pattern that tries everything', 'return /(a+)+b/.test("a".repeat(50));'],
    ['a choice that repeats', 'return /(a|aa)*b/.test("a".repeat(5000));'],
    ['repetitions on a long text', 'return "a".repeat(5000).replace(/.*.*.*.*b/, "");'],
    ['many long searches', 'var text = "x".repeat(1e6); for (;;) text.indexOf("y");'],
  ])('ends %s', (_, body) => {
    const before = processorTime();
    expect(failureOf(() => run(body))).toMatchObject({ message: 'The script takes too long', limit: 'time' });
    expect(processorTime() - before).toBeLessThan(5000);
    expect(run('return 1;')).toBe(1);
  });

  it.each([
    ['a text', 'var s = "x"; while (true) s += s;'],
    ['a repeated text', 'return "x".repeat(1e9);'],
    ['a list', 'var a = []; while (true) a[a.length] = new Array(1000).fill("x") + a.length;'],
    ['a list at once', 'return Array.from({ length: 4e9 });'],
    ['globals', 'globalThis.all = globalThis.all || []; for (;;) all.push("x".repeat(1000) + all.length);'],
    ['a result', 'var a = []; for (var i = 0; i < 40; i++) a = [a, a]; return a;'],
  ])('ends the growth of %s, and the others live', (_, body) => {
    expect(['memory', 'time', undefined]).toContain(failureOf(() => run(body)).limit);
    expect(run('return 1;')).toBe(1);
    expect(() => run(body)).toThrow(ScriptError);
    expect(run('return "x".repeat(1000).repeat(1000).length;')).toBe(1e6);
  });

  it('lets no script live on what another one keeps', () => {
    const hoard = machine.compile(
      'all = []; var text = "x".repeat(1000).repeat(1000); for (var i = 0; i < 28; i++) all.push(text + i); return 1;',
      [],
    );
    for (let round = 0; round < 3; round++) {
      expect(hoard()).toBe(1);
      expect(run('return "y".repeat(1000).repeat(8000).length;')).toBe(8e6);
    }
  });

  it.each([
    'function f() { f(); } f();',
    'function f() { [1].map(f); } f();',
    'var o = { get x() { return this.x; } }; return o.x;',
    'var o = { toString: function() { return "" + this; } }; return "" + o;',
    'return "a".replace(/a/, function r() { return "a".replace(/a/, r); });',
    'return JSON.parse("[".repeat(1e6));',
    'var a = []; for (var i = 0; i < 1e4; i++) a = [a]; return a;',
    'var a = []; for (var i = 0; i < 1e4; i++) a = [a]; return String(a);',
    'var a = []; for (var i = 0; i < 1e4; i++) a = [a]; return a.flat(Infinity);',
    'return eval("(".repeat(1e5));',
    'return eval("[".repeat(1e5));',
    'return eval("1+(".repeat(1e5));',
    'return eval("`${".repeat(1e5));',
  ])('ends what goes too deep: %s', (body) => {
    expect(failureOf(() => run(body)).message).toMatch(/too deeply|stack overflow/);
    expect(run('return 1;')).toBe(1);
  });

  it('reads scripts that are nested as deep as people nest', () => {
    expect(run(`return ${'('.repeat(60)}1${')'.repeat(60)};`)).toBe(1);
    expect(run(`${'if (true) {'.repeat(40)} return 1; ${'}'.repeat(40)}`)).toBe(1);
    expect(run(`return ${'(function() { return '.repeat(25)}1${'})()'.repeat(25)};`)).toBe(1);
    expect(() => run(`return ${'('.repeat(1e5)}`)).toThrow('too deeply');
  });

  it.each([
    'var a = []; a[1700000000] = 1; return a.indexOf(2);',
    'var a = []; a[1700000000] = 1; a.forEach(function() {});',
    'return [].concat(new Array(4e9)).length;',
    'return [1].flatMap(function() { return new Array(4e9); }).length;',
    'return new Array(4e9) + "";',
    'return Array.prototype.indexOf.call({ length: 1e15 }, 1);',
    'return Array.prototype.indexOf.call({ get length() { return 1e15; } }, 1);',
    'return "a".repeat(1e7).indexOf("a".repeat(5e6) + "b");',
    'return "a".repeat(1e7).split({ toString: function() { return "a".repeat(5e6) + "b"; } });',
    'var a = []; for (var i = 0; i < 60; i++) a = [a, a]; return a.flat(Infinity);',
    'return String.raw({ raw: { length: 1e15 } });',
    'return new Set().isSupersetOf({ size: 0, has: isNaN, keys: function() { return new Array(4e9).values(); } });',
  ])('gives natives nothing that keeps them busy: %s', (body) => {
    const before = processorTime();
    expect(() => run(body)).toThrow(ScriptError);
    expect(processorTime() - before).toBeLessThan(3000);
  });

  it('lets a script rest that was stopped three times', () => {
    let now = 0;
    let step = 0;
    const timed = testMachine(onBroken, () => (now += step));
    const hang = timed.compile('while (true) {}', []);
    step = 300;
    for (let stop = 0; stop < 3; stop++) expect(hang).toThrow('too long');
    const before = now;
    expect(hang).toThrow('too long');
    // It was not even begun: the clock was read once.
    expect(now - before).toBe(300);
    step = 0;
    expect(timed.compile('return 1;', [])()).toBe(1);
    timed.dispose();
  });

  it('gives up, and says so, when the stack of the page ends in the middle of it', async () => {
    const broken = vi.fn();
    const shaken = await separateMachine(broken);
    const deep = shaken.compile('return JSON.parse("[".repeat(800) + "]".repeat(800)).length;', []);
    expect(deep()).toBe(1);
    const atTheEnd = (): unknown => {
      try {
        return atTheEnd();
      } catch {
        return deep();
      }
    };
    expect(atTheEnd).toThrow();
    expect(() => shaken.compile('return 1;', [])).toThrow('stopped');
    expect(broken).toHaveBeenCalled();
    shaken.dispose();
  });

  it('holds many scripts, and what was closed fails', () => {
    const first = machine.compile('return 0;', []);
    for (let count = 1; count < 250; count++) expect(run(`return ${count};`)).toBe(count);
    expect(first()).toBe(0);
    machine.dispose();
    expect(() => first()).toThrow('closed');
    machine.dispose();
  });
});

describe('the scripts of a dashboard', () => {
  it('share one machine, which goes with the last widget', async () => {
    const opened: ScriptMachine[] = [];
    const home = createScriptHome(async () => {
      opened.push(testMachine());
      return opened.at(-1) as ScriptMachine;
    });
    const [one, other] = await Promise.all([home.join(), home.join()]);
    expect(one).toBe(other);
    const compiled = one.compile('return 1;', []);
    home.leave();
    expect(compiled()).toBe(1);
    home.leave();
    await vi.waitFor(() => expect(() => compiled()).toThrow('closed'), 20_000);
    expect((await home.join()).compile('return 2;', [])()).toBe(2);
    expect(opened).toHaveLength(2);
    home.leave();
  });
});
