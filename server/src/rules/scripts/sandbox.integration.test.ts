import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox } from './sandbox.ts';
import { testScript } from './test-script.ts';

const log = pino({ level: 'silent' });
const input = { msg: '{"t":21.5}', metadata: { device: 'a' }, msgType: 'POST_TELEMETRY_REQUEST' };

describe.each(['isolated-vm', 'quickjs'] as const)('scripts of users in %s', (interpreter) => {
  const sandbox = createSandbox({ log, timeout: 300, memory: 32, interpreter });
  afterAll(() => sandbox.close());

  async function stillWorks(): Promise<void> {
    const script = await sandbox.compile('other', 'return msg.t > 20;');
    expect(await script.run(input)).toEqual({ type: 'boolean', json: 'true' });
    script.close();
  }

  test('see payload, metadata and type, and answer in JSON', async () => {
    const script = await sandbox.compile('a', 'return {msg: msg.t * 2, metadata: metadata, msgType: msgType};');
    const value = await script.run(input);
    expect(JSON.parse(value.json ?? '')).toEqual({ msg: 43, metadata: { device: 'a' }, msgType: input.msgType });
  });

  test('run many at once, each with its own answer', async () => {
    const script = await sandbox.compile('a', 'return msg.t;');
    const values = await Promise.all(
      Array.from({ length: 1000 }, (_, t) => script.run({ ...input, msg: `{"t":${t}}` })),
    );
    expect(values.map((value) => Number(value.json))).toEqual([...Array(1000).keys()]);
  });

  test('fail alone when one message is bad', async () => {
    const script = await sandbox.compile('a', 'return msg.a.b;');
    const results = await Promise.allSettled([
      script.run({ ...input, msg: '{"a":{"b":1}}' }),
      script.run(input),
      script.run({ ...input, msg: '{"a":{"b":2}}' }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('that do not compile say why', async () => {
    await expect(sandbox.compile('a', 'return (;')).rejects.toThrow(/^Can't compile script: /);
  });

  test.each([
    ['an endless loop', 'while (true) {}'],
    ['a regular expression without end', "return /^(a+)+$/.test('a'.repeat(40) + 'b');"],
    ['a heap of objects', 'const all = []; for (;;) all.push({ a: [all.length] });'],
    ['a heap of numbers', 'const all = []; for (;;) all.push(all.length);'],
    ['a huge array', 'return new Array(1e9).fill(0).length;'],
    ['endless recursion', 'function f() { return f() + 1; } return f();'],
    ['a loop while it is written as JSON', 'return { toJSON() { for (;;) {} } };'],
  ])('are stopped: %s', async (_, body) => {
    const script = await sandbox.compile('hostile', body);
    await expect(script.run(input)).rejects.toThrow();
    await stillWorks();
  });

  test('are not run any more after three errors', async () => {
    const script = await sandbox.compile('a', "throw new Error('no');");
    for (let i = 0; i < 3; i++) await expect(script.run(input)).rejects.toThrow('Error: no');
    await expect(script.run(input)).rejects.toThrow(/blocked due to maximum error count 3/);
  });

  test('reach nothing outside', async () => {
    const script = await sandbox.compile(
      'a',
      'return [typeof process, typeof require, typeof globalThis.fetch, typeof setTimeout,' +
        " typeof this.constructor.constructor('return globalThis')().process];",
    );
    expect(JSON.parse((await script.run(input)).json ?? '')).toEqual(Array(5).fill('undefined'));
  });

  test('that change prototypes change nothing for others', async () => {
    const hostile = await sandbox.compile(
      'hostile',
      'JSON.parse = JSON.stringify = function () { return "x"; }; Array.prototype.push = null;' +
        'Object.prototype.toJSON = function () { return 7; }; return true;',
    );
    await hostile.run(input).catch(() => undefined);
    const neighbour = await sandbox.compile('hostile', 'return [msg.t].concat([1]).length;');
    expect((await neighbour.run(input)).json).toBe('2');
    await stillWorks();
  });

  test('can be tried out, with a text for every outcome', async () => {
    const ask = (scriptType: string, script: string) =>
      testScript(sandbox, 'a', { script, scriptType, argNames: ['msg', 'metadata', 'msgType'], ...input });
    expect(await ask('filter', 'return msg.t > 20;')).toEqual({ output: 'true', error: '' });
    expect(await ask('filter', 'return 1;')).toEqual({ output: '', error: 'Wrong result type: number' });
    expect(await ask('switch', "return ['a', 'b', 'a'];")).toEqual({ output: '["a","b"]', error: '' });
    expect(await ask('string', "return 'x' + msg.t;")).toEqual({ output: 'x21.5', error: '' });
    expect(await ask('json', 'return {a: 1};')).toEqual({ output: '{"a":1}', error: '' });
    expect(await ask('update', 'return {msg: {a: 1}, metadata: {n: 5, none: null}};')).toEqual({
      output: '{"msg":{"a":1},"metadata":{"n":"5"},"msgType":"POST_TELEMETRY_REQUEST"}',
      error: '',
    });
    expect((await ask('nonsense', 'return 1;')).error).toBe('Unsupported script type: nonsense');
  });
});
