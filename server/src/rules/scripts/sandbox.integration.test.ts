import { existsSync, readdirSync, readFileSync } from 'node:fs';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox } from './sandbox.ts';
import { ScriptTooSlow } from './script-engine.ts';
import { createScriptTests } from './test-script.ts';

const log = pino({ level: 'silent' });
const patient = { mayWait: true };
const input = { msg: '{"t":21.5}', metadata: { device: 'a' }, msgType: 'POST_TELEMETRY_REQUEST' };

/** Sums the peak memory of all script processes, in bytes. */
const MAX_MEMORY = 450 * 1024 * 1024;

function memoryOfSandboxes(): number {
  let most = 0;
  // Linux only.
  if (!existsSync('/proc')) return 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox-process')) continue;
      most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
    } catch {
      // The process has ended.
    }
  }
  return most;
}

/** Scripts that would run for ever or exhaust their memory. */
const HOSTILE = [
  ['an endless loop', 'while (true) {}'],
  ['a regular expression without end', "return /^(a+)+$/.test('a'.repeat(40) + 'b');"],
  ['a heap of objects', 'const all = []; for (;;) all.push({ a: [all.length] });'],
  ['a heap of numbers', 'const all = []; for (;;) all.push(all.length);'],
  ['a huge array', 'return new Array(1e9).fill(0).length;'],
  ['endless recursion', 'function f() { return f() + 1; } return f();'],
  ['code that is nested too deeply', "return eval('['.repeat(100000));"],
  ['a loop while it is written as JSON', 'return { toJSON() { for (;;) {} } };'],
  ['a proxy that never answers', 'return new Proxy({}, { get() { for (;;); }, ownKeys() { for (;;); } });'],
  [
    'a list of long texts',
    "let s = 'a'.repeat(2 ** 27); const m = []; for (let i = 0; ; i++) m.push((s + i).split(''));",
  ],
  ['a heap of buffers', 'const m = []; for (;;) m.push(new Uint8Array(new ArrayBuffer(4e6)).fill(1));'],
  ['a loop over a buffer', 'const a = new Uint8Array(2e7); for (;;) a.fill(1);'],
  ['an endless iterator', 'return [...(function* () { for (;;) yield 1; })()].length;'],
  ['a generator of its own calls', 'const g = (function* () { for (;;) yield 1; })(); for (;;) g.next();'],
] as const;

/** Uses of memory or time that the limits of an interpreter miss. Their results do not matter. */
const GREEDY = [
  [
    'WebAssembly',
    'const m = []; for (let i = 0; i < 20; i++) { const x = new WebAssembly.Memory({ initial: 1000 });' +
      ' new Uint8Array(x.buffer).fill(1); m.push(x); } return m.length;',
  ],
  [
    'WebAssembly, reached indirectly',
    "const W = [].constructor.constructor('return this.WebAssembly')(); const m = [];" +
      ' for (let i = 0; i < 20; i++) { const x = new W.Memory({ initial: 1000 }); new Uint8Array(x.buffer).fill(1);' +
      ' m.push(x); } return m.length;',
  ],
  [
    'shared buffers',
    'const m = []; for (let i = 0; i < 40; i++) { const x = new SharedArrayBuffer(1, { maxByteLength: 2e8 });' +
      ' x.grow(2e7); new Uint8Array(x).fill(1); m.push(x); } return m.length;',
  ],
  [
    'growing buffers',
    'const m = []; for (let i = 0; i < 40; i++) { const x = new ArrayBuffer(1, { maxByteLength: 2e8 });' +
      ' x.resize(2e7); new Uint8Array(x).fill(1); m.push(x); } return m.length;',
  ],
  [
    'growable buffers, through the constructor of another buffer',
    'const A = new Uint8Array(1).buffer.constructor; const m = []; for (let i = 0; i < 40; i++) {' +
      ' const x = new A(2e7, { maxByteLength: 2e7 }); new Uint8Array(x).fill(1); m.push(x); } return m.length;',
  ],
  [
    'growable buffers, through a subclass',
    'class B extends ArrayBuffer {} const A = Object.getPrototypeOf(B); const m = []; for (let i = 0; i < 40; i++) {' +
      ' const x = Reflect.construct(A, [2e7, { maxByteLength: 2e7 }], B); new Uint8Array(x).fill(1); m.push(x); }' +
      ' return m.length;',
  ],
  ['a wait of the thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return 1;'],
  [
    'asynchronous waits',
    'for (let i = 0; i < 1e7; i++) Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return 1;',
  ],
  ['formats of languages', 'const m = []; for (let i = 0; i < 1e6; i++) m.push(new Intl.DateTimeFormat("de"));'],
  ['a long text by its words', "return 'a'.repeat(2 ** 28).split('').length;"],
  ['a text in other letters', "return '\\u1E9B\\u0323'.repeat(1e7).normalize('NFKD').length;"],
  ['whole numbers of many digits', 'return (10n ** 3000000n).toString().length;'],
  ['a power that does not end', 'let x = 3n; for (;;) x = x * x;'],
  ['a promise that never settles', '(async () => { for (;;) await null; })(); return true;'],
  ['promises that make promises', 'const f = () => Promise.resolve().then(f); f(); return true;'],
  [
    'an asynchronous generator',
    'const g = (async function* () { for (;;) yield 1; })(); const f = () => g.next().then(f); f(); return true;',
  ],
  ['a module', "import('node:fs').then((fs) => fs.readdirSync('/')); return typeof require;"],
  ['what is called when memory is freed', 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); return 1;'],
  ['the trace of an error', "Error.prepareStackTrace = () => { for (;;); }; throw new Error('x').stack;"],
  ['a list that is sorted', 'return new Array(5e6).fill(0).map(Math.random).sort().length;'],
  [
    'deeply nested JSON',
    'let b = []; const a = b; for (let i = 0; i < 1e6; i++) { const c = []; b.push(c); b = c; } return a;',
  ],
] as const;

describe.each(['isolated-vm', 'quickjs'] as const)('scripts of users in %s', (interpreter) => {
  const sandbox = createSandbox({ log, timeout: 300, memory: 32, interpreter });
  afterAll(() => sandbox.close());

  async function stillWorks(): Promise<void> {
    const script = await sandbox.compile('other', 'return msg.t > 20;');
    expect(await script.run(input, patient)).toEqual({ type: 'boolean', json: 'true' });
    script.close();
  }

  test('see payload, metadata and type, and return JSON', async () => {
    const script = await sandbox.compile('a', 'return {msg: msg.t * 2, metadata: metadata, msgType: msgType};');
    const value = await script.run(input, patient);
    expect(JSON.parse(value.json ?? '')).toEqual({ msg: 43, metadata: { device: 'a' }, msgType: input.msgType });
  });

  test('run concurrently, each with its own result', async () => {
    const script = await sandbox.compile('a', 'return msg.t;');
    const values = await Promise.all(
      Array.from({ length: 1000 }, (_, t) => script.run({ ...input, msg: `{"t":${t}}` }, patient)),
    );
    expect(values.map((value) => Number(value.json))).toEqual([...Array(1000).keys()]);
  });

  test('fail alone when one message is bad', async () => {
    const script = await sandbox.compile('a', 'return msg.a.b;');
    const results = await Promise.allSettled([
      script.run({ ...input, msg: '{"a":{"b":1}}' }, patient),
      script.run(input, patient),
      script.run({ ...input, msg: '{"a":{"b":2}}' }, patient),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('that do not compile report why', async () => {
    await expect(sandbox.compile('a', 'return (;')).rejects.toThrow(/^Can't compile script: /);
  });

  test.each(HOSTILE)('are stopped: %s', async (_, body) => {
    const script = await sandbox.compile('hostile', body);
    await expect(script.run(input, patient)).rejects.toThrow();
    await stillWorks();
  });

  test.each(GREEDY)('cannot exceed their memory limit: %s', async (_, body) => {
    const script = await sandbox.compile('greedy', body);
    await script.run(input, patient).catch(() => undefined);
    await stillWorks();
    expect(memoryOfSandboxes()).toBeLessThan(MAX_MEMORY);
    script.close();
  });

  test('are blocked after three errors', async () => {
    const script = await sandbox.compile('a', "throw new Error('no');");
    for (let i = 0; i < 3; i++) await expect(script.run(input, patient)).rejects.toThrow('Error: no');
    await expect(script.run(input, patient)).rejects.toThrow(/blocked due to maximum error count 3/);
  });

  test('of one tenant may be more than its memory holds at a time', { timeout: 60_000 }, async () => {
    const scripts = await Promise.all(
      Array.from({ length: 500 }, (_, index) => sandbox.compile('many', `return msg.t + ${index};`)),
    );
    for (const round of [1, 2]) {
      const values = await Promise.all(
        scripts.map((script) => script.run({ ...input, msg: `{"t":${round}}` }, patient)),
      );
      expect(values.map(({ json }) => Number(json) - round)).toEqual([...scripts.keys()]);
    }
    await stillWorks();
    for (const script of scripts) script.close();
  });

  test('cannot reach anything outside', async () => {
    const script = await sandbox.compile(
      'a',
      'return [typeof process, typeof require, typeof globalThis.fetch, typeof setTimeout,' +
        " typeof this.constructor.constructor('return globalThis')().process];",
    );
    expect(JSON.parse((await script.run(input, patient)).json ?? '')).toEqual(Array(5).fill('undefined'));
  });

  test('have nothing that takes memory beside their limit or blocks the thread', async () => {
    const names = ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef'];
    const script = await sandbox.compile(
      'a',
      `const all = this.constructor.constructor('return globalThis')();
       return ${JSON.stringify(names)}.filter((name) => name in globalThis || name in all);`,
    );
    expect(JSON.parse((await script.run(input, patient)).json ?? '')).toEqual([]);
  });

  test('that change prototypes do not affect others', async () => {
    const hostile = await sandbox.compile(
      'hostile',
      'JSON.parse = JSON.stringify = function () { return "x"; }; Array.prototype.push = null;' +
        'Object.prototype.toJSON = function () { return 7; }; return true;',
    );
    await hostile.run(input, patient).catch(() => undefined);
    const neighbour = await sandbox.compile('hostile', 'return [msg.t].concat([1]).length;');
    expect((await neighbour.run(input, patient)).json).toBe('2');
    await stillWorks();
  });

  test('can be tested, with a message for every outcome', async () => {
    const testScript = createScriptTests(sandbox);
    const ask = (scriptType: string, script: string) =>
      testScript('a', { script, scriptType, argNames: ['msg', 'metadata', 'msgType'], ...input });
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

describe('scripts of several tenants', () => {
  const sandbox = createSandbox({ log, timeout: 300 });
  const tests = createSandbox({ log, timeout: 300, use: 'tests' });
  const testScript = createScriptTests(tests);
  afterAll(() => Promise.all([sandbox.close(), tests.close()]));

  const tryOut = (tenant: string, script: string) =>
    testScript(tenant, { script, scriptType: 'filter', argNames: ['msg', 'metadata', 'msgType'], ...input });

  test('run despite endless scripts and endless tests of another tenant', { timeout: 180_000 }, async () => {
    const quiet = await sandbox.compile('quiet', 'return msg.t > 20;');
    await quiet.run(input, patient);
    const loud = await Promise.all(Array.from({ length: 30 }, () => sandbox.compile('loud', 'for (;;);')));
    let isSpinning = true;
    /** Calls of endless scripts that had all the time a call may take. */
    let turns = 0;
    const spinning = loud.map(async (script) => {
      while (isSpinning) {
        await script.run(input, patient).catch((error: Error) => {
          if (error.message.includes('timed out')) turns++;
          return new Promise((resolve) => setImmediate(resolve));
        });
      }
    });
    const tried = Array.from({ length: 30 }, () => tryOut('loud', 'for (;;);'));
    /** How many of those turns ended during each call of the other tenant. */
    const waited: number[] = [];
    while (waited.length < 120) {
      const before = turns;
      expect((await quiet.run(input, patient)).json).toBe('true');
      waited.push(turns - before);
    }
    // One turn may be in progress; a call that the computer left without a processor is tried again, behind another one.
    expect(Math.max(...waited)).toBeLessThanOrEqual(5);
    // In turns with all the others in one process, each call would wait for one.
    expect(waited.filter((count) => count > 0).length).toBeLessThan(60);
    // On a computer that gives them little, each of them is tried four times, in turns with all the others.
    await expect.poll(() => turns, { timeout: 120_000 }).toBeGreaterThan(0);
    isSpinning = false;
    const answers = await Promise.all(tried);
    const refused = answers.filter(({ error }) => error.includes('try again when they are done'));
    expect(refused).toHaveLength(20);
    // Whether it ends by its time limit or with its process, no endless test has a result.
    for (const { output, error } of answers) expect([output, error === '']).toEqual(['', false]);
    await sandbox.close();
    await Promise.all(spinning);
  });

  test('that are slow are refused for callers that cannot wait, and run for those that can', async () => {
    const shared = createSandbox({ log, timeout: 20_000 });
    const slow = await shared.compile('slow', 'let s = 0; for (let i = 0; i < 3e8; i++) s += i % 7; return 1;');
    await expect(slow.run(input, { mayWait: false })).rejects.toThrow(ScriptTooSlow);
    expect(await slow.run(input, patient)).toEqual({ type: 'number', json: '1' });
    await shared.close();
  });

  test('that return much are refused for the rest of a batch, and run for the next one', async () => {
    const shared = createSandbox({ log, timeout: 20_000, memory: 128 });
    const tenant = async (name: string) => {
      const wordy = await shared.compile(name, "return 'x'.repeat(2 ** 20);");
      return (batch: object, mayWait = false): Promise<number> =>
        wordy.run(input, { mayWait, batch }).then(
          ({ json }) => json?.length ?? 0,
          (error: unknown) => {
            expect(error).toBeInstanceOf(ScriptTooSlow);
            return 0;
          },
        );
    };
    let run = await tenant('wordy');
    let batch = {};
    const runBatch = async (): Promise<number> => {
      batch = {};
      const lengths = await Promise.all(Array.from({ length: 40 }, () => run(batch)));
      return lengths.filter((length) => length > 0).length;
    };
    let returned = await runBatch();
    // On a computer that is busy with others, the first of them may take so long that none of the batch may wait for it,
    // and none of that tenant for a while: another one is tried.
    for (let others = 1; returned === 0; others++) {
      run = await tenant(`wordy ${others}`);
      returned = await runBatch();
    }
    expect(returned).toBeLessThan(20);
    expect(await run(batch)).toBe(0);
    expect(await run(batch, true)).toBe(2 ** 20 + 2);
    await expect.poll(() => run({})).toBe(2 ** 20 + 2);
    await shared.close();
  });

  test('run within their limits whatever those of others keep in memory', async () => {
    const shared = createSandbox({ log, use: 'tests', timeout: 20_000 });
    const body = `globalThis.kept ??= Array.from({ length: 2e6 }, (_, i) => i / 2);
      for (let i = 0, s = 0; i < 3e7; i++) s += i % 7;
      return kept.length;`;
    for (let tenant = 0; tenant < 16; tenant++) {
      const keeping = await shared.compile(`keeping ${tenant}`, body);
      expect(await keeping.run(input, patient)).toEqual({ type: 'number', json: '2000000' });
    }
    await shared.close();
  });

  test('that are heavy delay a batch only briefly', async () => {
    const shared = createSandbox({ log, timeout: 5_000 });
    const heavy = await shared.compile('heavy', 'let s = 0; for (let i = 0; i < 5e6; i++) s += i % 7; return s;');
    await heavy.run(input, patient);
    const results = await Promise.allSettled(Array.from({ length: 400 }, () => heavy.run(input, { mayWait: false })));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(200);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ScriptTooSlow);
    await shared.close();
  });

  test('are tested in turns: another tenant waits for one endless test at most', async () => {
    const endless = Array.from({ length: 4 }, () => tryOut('loud', 'for (;;);'));
    let ended = 0;
    for (const test of endless) void test.then(() => ended++);
    expect(await tryOut('quiet', 'return true;')).toEqual({ output: 'true', error: '' });
    expect(ended).toBeLessThanOrEqual(1);
    await Promise.all(endless);
  });
});
