import { afterAll, expect, it } from 'vitest';
import { checkFunction } from './check-function.ts';
import { testMachine } from './test-machine.ts';

const scripts = testMachine();
afterAll(() => scripts.dispose());

const check = (body: string, type?: Parameters<typeof checkFunction>[4]) =>
  checkFunction(
    scripts,
    body,
    ['time', 'value'],
    [
      [1, 1],
      [1, '1'],
    ],
    type,
  );

it.each([
  ['gives a value', 'return value + 1;', undefined, undefined],
  ['gives nothing that is something', 'return null;', undefined, undefined],
  ['fails with numbers only', 'return value.trim();', undefined, undefined],
  ['gives nothing', 'value + 1;', undefined, { kind: 'noReturn' }],
  ['gives the type', 'return String(value);', 'string', undefined],
  ['gives another type', 'return value;', 'string', { kind: 'wrongType', wanted: 'string', given: 'number' }],
  [
    'always fails',
    'var a = 1;\nreturn nothing + a;',
    undefined,
    { kind: 'failed', line: 2, message: expect.stringMatching(/^ReferenceError: .*nothing/) },
  ],
  ['does not parse', 'return (;', undefined, { kind: 'failed', message: expect.stringMatching(/^SyntaxError: /) }],
] as const)('a function that %s', (_, body, type, problem) => {
  const found = check(body, type);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(problem);
});
