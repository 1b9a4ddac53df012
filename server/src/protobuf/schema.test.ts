import { describe, expect, it } from 'vitest';
import { MAX_SCHEMA_LENGTH, readSchema } from './schema.ts';
import type { SchemaError } from './schema-error.ts';

function refusalOf(text: string): Pick<SchemaError, 'kind' | 'reason' | 'line'> {
  try {
    readSchema(text);
  } catch (error) {
    const { kind, reason, line } = error as SchemaError;
    return { kind, reason, line };
  }
  throw new Error('The schema was taken');
}

const proto3 = (body: string): string => `syntax = "proto3";\n${body}`;

describe('a schema', () => {
  it('defines its last top-level message', () => {
    const schema = readSchema(proto3('package a.b;\nmessage First { Second s = 1; }\nmessage Second { int32 x = 1; }'));
    expect(schema).toMatchObject({ name: 'Second', fields: [{ name: 'x', number: 1, type: { scalar: 'int32' } }] });
  });

  it('supports nested types, oneofs, maps and JSON names', () => {
    const { byName } = readSchema(
      proto3(`message M {
        optional double temp_c = 1;
        oneof choice { string text = 2; Inner inner = 3; }
        map<string, Inner.Kind> kinds = 4;
        repeated M more = 5;
        message Inner { enum Kind { NONE = 0; SOME = 1; } }
      }`),
    );
    expect(byName.get('tempC')).toBe(byName.get('temp_c'));
    expect(byName.get('tempC')).toMatchObject({ hasPresence: true, repeats: 'once' });
    expect(byName.get('text')?.oneof).toEqual([byName.get('text'), byName.get('inner')]);
    expect(byName.get('kinds')).toMatchObject({ repeats: 'map', mapKey: 'string', type: { kind: 'enum', first: 0 } });
    expect(byName.get('more')).toMatchObject({ repeats: 'repeated', type: { name: 'M' } });
  });

  it('may use names with a meaning in JavaScript', () => {
    const { byName } = readSchema(
      proto3('package constructor.prototype; message toString { int32 constructor = 1; bool hasOwnProperty = 2; }'),
    );
    expect([...byName.keys()]).toEqual(['constructor', 'hasOwnProperty']);
  });

  it.each<[string, string, string, string, number | undefined]>([
    ['nothing', '', 'syntax', 'none', undefined],
    ['no declaration of its syntax', 'message A {}', 'syntax', 'none', undefined],
    ['proto2', 'syntax = "proto2";\nmessage A { required int32 a = 1; }', 'syntax', 'proto2', 1],
    ['an edition', 'edition = "2023";\nmessage A {}', 'syntax', 'edition 2023', 1],
    ['some text', 'hello', 'parse', "illegal token 'hello'", 1],
    ['a missing sign', proto3('message A {\n  int32 a 1;\n}'), 'parse', "illegal token '1', '=' expected", 3],
    ['no end', proto3('message A {\n  int32 a = 1;'), 'parse', 'unexpected end of the text', 3],
    ['a comment without end', proto3('/* what'), 'parse', 'illegal comment', 2],
    ['a text without end', proto3('import "other.proto;\n"'), 'parse', 'illegal string', 2],
    ['an unknown type', proto3('message A {\n  Foo a = 1;\n}'), 'parse', "the type 'Foo' of 'A.a' is not defined", 3],
    ['a number twice', proto3('message A {\nint32 a = 1;\nint32 b = 1;\n}'), 'parse', 'duplicate id 1 in Type A', 4],
    ['a name twice', proto3('message A {\nint32 a = 1;\nint32 a = 2;\n}'), 'parse', "duplicate name 'a' in Type A", 4],
    [
      'two names that are equal in JSON',
      proto3('message A { int32 a_b = 1;\nint32 aB = 2; }'),
      'parse',
      "two fields of 'A' are 'aB' in JSON",
      3,
    ],
    [
      'the number 0',
      proto3('message A { int32 a = 0; }'),
      'parse',
      "the number of 'A.a' is not from 1 to 536870911",
      2,
    ],
    ['no types', proto3('package a;'), 'rule', 'Type elements is empty!', undefined],
    ['no message', proto3('enum A { B = 0; }'), 'rule', 'At least one Message definition should exists!', undefined],
    ['an import', proto3('import "other.proto";\nmessage A {}'), 'rule', "Schema imports don't support!", 2],
    ['a public import', proto3('import public "o.proto";'), 'rule', "Schema public imports don't support!", 2],
    ['an option', proto3('option java_package = "x";'), 'rule', "Schema options don't support!", 2],
    ['an extension', proto3('extend A { int32 b = 1; }'), 'rule', "Schema extend declarations don't support!", 2],
    [
      'a group',
      proto3('message A {\nrepeated group G = 1 {}\n}'),
      'rule',
      "Message definition groups don't support!",
      3,
    ],
    [
      'an option of a message',
      proto3('message A { option deprecated = true; }'),
      'rule',
      "Message definition options don't support!",
      2,
    ],
    [
      'reserved numbers',
      proto3('message A { reserved 2; }'),
      'rule',
      "Message definition reserved elements don't support!",
      2,
    ],
    [
      'extensions',
      proto3('message A { extensions 4 to 9; }'),
      'rule',
      "Message definition extensions don't support!",
      2,
    ],
    [
      'a required field',
      proto3('message A {\nrequired int32 a = 1; }'),
      'rule',
      'Required labels are not supported!',
      3,
    ],
    [
      'a default value',
      proto3('message A { int32 a = 1 [default = 4]; }'),
      'rule',
      'Default values are not supported!',
      2,
    ],
    [
      'an option of an enumeration',
      proto3('message A { enum E { option allow_alias = true; X = 0; } }'),
      'rule',
      'Enum definitions options are not supported!',
      2,
    ],
    ['the name __proto__', proto3('message __proto__ {}'), 'rule', "The name '__proto__' cannot be used!", 2],
    [
      'the package of protobuf',
      proto3('package google.protobuf;'),
      'rule',
      "The package 'google.protobuf' is not supported!",
      2,
    ],
    ['words out of order', proto3('message M { option} int32 a = 1; }'), 'parse', "illegal token '}'", 2],
  ])('is refused with %s', (_name, text, kind, reason, line) => {
    expect(refusalOf(text)).toEqual({ kind, reason, line });
  });

  it('may contain quotation marks in comments', () => {
    const body = `message A { string a = 1 [json_name = "it's"]; }`;
    const text = `// it's\n/* "so' */ ${proto3(body)} // don't`;
    expect(readSchema(text).fields.map(({ jsonName }) => jsonName)).toEqual(["it's"]);
  });

  it('is refused when it is too large', () => {
    expect(refusalOf(proto3('message A {}').padEnd(MAX_SCHEMA_LENGTH + 1))).toMatchObject({ kind: 'parse' });
    const fields = Array.from({ length: 1100 }, (_, at) => `bool f${at}=${at + 1};`).join('');
    expect(refusalOf(proto3(`message A {${fields}}`)).reason).toMatch(/^More than 1000/);
    expect(refusalOf(proto3('"\\'.repeat(32_000)))).toMatchObject({ kind: 'parse', line: 2 });
    expect(refusalOf(proto3('/*'.repeat(32_000)))).toMatchObject({ kind: 'parse', line: 2 });
    const deep = 'message A {'.repeat(100) + '}'.repeat(100);
    expect(refusalOf(proto3(deep))).toMatchObject({ kind: 'parse', reason: 'max depth exceeded' });
  });
});
