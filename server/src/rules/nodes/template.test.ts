// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { expect, test } from 'vitest';
import { newMessage } from '../../messages/message.ts';
import { compileTemplate } from './template.ts';

const message = (data: string, metadata: Record<string, string> = {}) =>
  newMessage({ tenantId: 't', type: 'any', originator: { entityType: 'DEVICE', id: 'd' }, data, metadata });

test.each([
  ['plain', '{}', {}, 'plain'],
  ['costs $5', '{}', {}, 'costs $5'],
  ['${a} and ${b}', '{}', { a: '1', b: '$&' }, '1 and $&'],
  ['${missing}', '{}', {}, '${missing}'],
  ['${__proto__}', '{}', {}, '${__proto__}'],
  ['$[t]', '{"t":21.5}', {}, '21.5'],
  ['$[a.b]/$[on]', '{"a":{"b":"x"},"on":true}', {}, 'x/true'],
  ['$[a]', '{"a":{"b":1}}', {}, '$[a]'],
  ['$[a.0]', '{"a":[1]}', {}, '$[a.0]'],
  ['$[n]', '{"n":null}', {}, '$[n]'],
  ['$[n] $[d] $[e]', '{"n":12345678901234567,"d":5.0,"e":-1E3}', {}, '12345678901234567 5.0 -1E3'],
  ['$[a.n]', '{"a":{"n":0.10}}', {}, '0.10'],
  ['$[d.rawJSON]', '{"d":5.0}', {}, '$[d.rawJSON]'],
  ['$[t]', '[1]', {}, '$[t]'],
  ['$[constructor]', '{}', {}, '$[constructor]'],
  ['$[t]', '{"t":""}', {}, ''],
  ['${a ${b}', '{}', { b: '1', 'a ${b': '2' }, '2'],
  ['${a\n${b}', '{}', { b: '1' }, '${a\n1'],
  ['${a} ${b', '{}', { a: '1', b: '2' }, '1 ${b'],
  // Metadata goes first, so that it can name a member of the payload.
  ['$[${key}]', '{"t":1}', { key: 't' }, '1'],
])('%s with payload %s and metadata %o is %s', (text, data, metadata, expected) => {
  expect(compileTemplate(text)(message(data, metadata as Record<string, string>))).toBe(expected);
});

test('needs a payload that is JSON only where it looks into it', () => {
  expect(compileTemplate('${a}')(message('no JSON', { a: '1' }))).toBe('1');
  expect(() => compileTemplate('$[a]')(message('no JSON'))).toThrow(SyntaxError);
});

test.each(['${', '$[', '${\n'])('takes no longer than the length of a text with very many of %j', (part) => {
  const text = `${part.repeat(100_000)}\n}]`;
  const compiled = compileTemplate(text);
  const started = performance.now();
  expect(compiled(message('{}'))).toBe(text);
  // Metadata may bring them as well.
  expect(compileTemplate('${a}')(message('{}', { a: text }))).toBe(text);
  expect(performance.now() - started).toBeLessThan(500);
});
