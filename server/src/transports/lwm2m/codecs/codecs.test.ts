import { describe, expect, it } from 'vitest';
import { readCbor, writeCbor } from './cbor.ts';
import { readContent, writeContent } from './codecs.ts';
import { ContentError, type Entry, Format, type Path, type TypeOf, type ValueType } from './content.ts';
import { readLinks } from './link-format.ts';

/** Types of the object Device, and of objects of the examples of the specification. */
const TYPES: Record<string, ValueType> = {
  '3/0': 'STRING',
  '3/6': 'INTEGER',
  '3/9': 'INTEGER',
  '3/10': 'INTEGER',
  '3/13': 'TIME',
  '65/1': 'OBJLNK',
  '66/2': 'OBJLNK',
  '70/0': 'FLOAT',
  '70/1': 'BOOLEAN',
  '70/2': 'OPAQUE',
  '70/3': 'OBJLNK',
  '70/4': 'STRING',
  '70/5': 'INTEGER',
};
const typeOf: TypeOf = ([object, , resource]) => TYPES[`${object}/${resource}`];
const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const read = (format: number | undefined, bytes: Buffer | string, base: Path): Entry[] =>
  readContent(format, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, base, typeOf);

describe('TLV', () => {
  // Examples of OMA LwM2M Core §7.4.3.
  it.each<[string, string, Path, Entry[]]>([
    ['a resource', 'C1 09 64', [3, 0], [{ path: [3, 0, 9], value: 100 }]],
    [
      'an instance with resources',
      'C8 00 14 4F 70 65 6E 20 4D 6F 62 69 6C 65 20 41 6C 6C 69 61 6E 63 65 86 06 41 00 01 41 01 05 C4 0D 51 82 42 8F',
      [3, 0],
      [
        { path: [3, 0, 0], value: 'Open Mobile Alliance' },
        { path: [3, 0, 6, 0], value: 1 },
        { path: [3, 0, 6, 1], value: 5 },
        { path: [3, 0, 13], value: 1_367_491_215 },
      ],
    ],
    ['an object with its instance', '08 00 03 C1 09 64', [3], [{ path: [3, 0, 9], value: 100 }]],
    [
      'object links',
      '88 00 0C 44 00 00 42 00 00 44 01 00 42 00 01'.replace('88 00', '88 01'),
      [65, 0],
      [
        { path: [65, 0, 1, 0], value: '66:0' },
        { path: [65, 0, 1, 1], value: '66:1' },
      ],
    ],
    ['a negative number', 'C1 09 FF', [3, 0], [{ path: [3, 0, 9], value: -1 }]],
    ['a number of 64 bits', 'C8 09 08 80 00 00 00 00 00 00 00', [3, 0], [{ path: [3, 0, 9], value: -(2n ** 63n) }]],
    ['an id of 16 bits', 'E1 16 44 07', [99, 0], [{ path: [99, 0, 5700], value: hex('07') }]],
    ['an instance of a resource', '41 01 05', [3, 0, 6, 1], [{ path: [3, 0, 6, 1], value: 5 }]],
  ])('reads %s', (_, bytes, base, expected) => {
    expect(read(Format.tlv, hex(bytes), base)).toEqual(expected);
  });

  it.each(['C1', 'C1 09', 'C8 09', 'C8 09 05 01', 'E1 16', 'C3 09 01 02 03', '86 06 C1 00 01 C1 01 05', '41 00 01'])(
    'refuses %s',
    (bytes) => {
      expect(() => read(Format.tlv, hex(bytes), [3, 0])).toThrow(ContentError);
    },
  );
});

describe('text, bytes and links', () => {
  it.each<[number | undefined, string, Path, unknown]>([
    [Format.text, '95', [3, 0, 9], 95],
    [undefined, '-3', [3, 0, 9], -3],
    [Format.text, '9223372036854775807', [3, 0, 9], 9_223_372_036_854_775_807n],
    [Format.text, '21.5e1', [70, 0, 0], 215],
    [Format.text, '1', [70, 0, 1], true],
    [Format.text, 'vu8=', [70, 0, 2], hex('beef')],
    [Format.text, '66:1', [70, 0, 3], '66:1'],
    [Format.text, 'grün', [70, 0, 4], 'grün'],
    [Format.opaque, '\x01', [70, 0, 2], hex('01')],
    [Format.link, '</3/0>', [70, 0, 3], '3:0'],
  ])('%s: %s', (format, text, path, value) => {
    expect(read(format, text, path)).toEqual([{ path, value }]);
  });

  it.each<[number, string, Path]>([
    [Format.text, '95.5', [3, 0, 9]],
    [Format.text, '9'.repeat(30), [3, 0, 9]],
    [Format.text, 'maybe', [70, 0, 1]],
    [Format.text, '?', [70, 0, 2]],
    [Format.text, '66', [70, 0, 3]],
    [Format.text, 'NaN', [70, 0, 0]],
    [Format.text, '95', [3, 0]],
    [Format.link, 'what', [70, 0, 3]],
    [60, '', [3, 0, 9]],
  ])('%s refuses %s', (format, text, path) => {
    expect(() => read(format, text, path)).toThrow(ContentError);
  });
});

describe('times', () => {
  const timesOf = (...records: object[]) =>
    read(Format.senmlJson, JSON.stringify(records), []).map(({ ts }) => ts && Math.round(ts / 1000));
  const now = () => Math.round(Date.now() / 1000);

  it('count from a base, or from now', () => {
    expect(timesOf({ bn: '/3/0/9', bt: 1_700_000_000, v: 1 }, { t: 5, v: 2 }, { bt: 0, v: 3 })).toEqual([
      ...[1_700_000_000, 1_700_000_005, undefined],
    ]);
    const [ago] = timesOf({ n: '/3/0/9', t: -60, v: 1 });
    expect(now() - (ago as number)).toBeLessThan(90);
    expect(now() - (ago as number)).toBeGreaterThan(55);
  });

  it('of a client that does not know the time are now', () => {
    expect(timesOf({ bn: '/3/0/9', bt: 3600, v: 1 })).toEqual([undefined]);
  });

  it.each([{ t: '5' }, { bt: 1e14 }, { t: -1e13 }, { bt: null }])('that are not are refused: %j', (time) => {
    expect(() => timesOf({ n: '/3/0/9', v: 1, ...time })).toThrow(ContentError);
  });
});

describe('JSON', () => {
  it('of LwM2M 1.0 is read', () => {
    const text =
      '{"bn":"/3/0/","e":[{"n":"0","sv":"Open Mobile Alliance"},{"n":"6/0","v":1},{"n":"9","v":100}],"bt":1}';
    const expected = [
      { path: [3, 0, 0], value: 'Open Mobile Alliance' },
      { path: [3, 0, 6, 0], value: 1 },
      { path: [3, 0, 9], value: 100 },
    ];
    expect(read(Format.json, text, [3, 0])).toEqual(expected);
    expect(read(Format.json, text.replace('"bn":"/3/0/",', ''), [3, 0])).toEqual(expected);
    expect(read(Format.json, '{"e":[{"v":95}]}', [3, 0, 9])).toEqual([{ path: [3, 0, 9], value: 95 }]);
  });

  it('of SenML is read', () => {
    const text =
      '[{"bn":"/3/0/","n":"0","vs":"OMA"},{"n":"9","v":95},{"bn":"/70/0/","n":"1","vb":true},{"n":"2","vd":"vu8"},{"n":"3","vlo":"3:0"}]';
    expect(read(Format.senmlJson, text, [])).toEqual([
      { path: [3, 0, 0], value: 'OMA' },
      { path: [3, 0, 9], value: 95 },
      { path: [70, 0, 1], value: true },
      { path: [70, 0, 2], value: hex('beef') },
      { path: [70, 0, 3], value: '3:0' },
    ]);
  });

  it.each([
    '',
    '{}',
    'null',
    '[1]',
    '[{"n":1,"v":1}]',
    '[{"n":"/3/0/9","vs":"many"}]',
    '[{"n":"/3","v":1}]',
    '[{"n":"/3/0/70000","v":1}]',
  ])('refuses %s', (text) => {
    expect(() => read(Format.senmlJson, text, [])).toThrow(ContentError);
  });
});

describe('CBOR', () => {
  // RFC 8949, appendix A.
  it.each<[string, unknown]>([
    ['00', 0],
    ['1864', 100],
    ['1903e8', 1000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['3903e7', -1000],
    ['f93c00', 1],
    ['f90001', 2 ** -24],
    ['fb3ff199999999999a', 1.1],
    ['f97c00', Number.POSITIVE_INFINITY],
    ['f5', true],
    ['f6', null],
    ['4401020304', hex('01020304')],
    ['6449455446', 'IETF'],
    ['83010203', [1, 2, 3]],
    ['9f0102ff', [1, 2]],
    ['5f42010243030405ff', hex('0102030405')],
    ['c48221196ab3', 273.15],
  ])('reads %s', (bytes, value) => {
    expect(readCbor(hex(bytes))).toEqual(value);
  });

  it.each([
    '',
    '18',
    '61',
    '9f',
    'ff',
    '1c',
    '5bffffffffffffffff',
    '9bffffffffffffffff',
    'a1',
    '0000',
    '81'.repeat(20),
    '5f6161ff',
  ])('refuses %s', (bytes) => {
    expect(() => readCbor(hex(bytes))).toThrow(ContentError);
  });

  it('of SenML is read (RFC 8428 §6)', () => {
    const record = new Map<number | string, unknown>([
      [-2, '/3/0/'],
      [0, '9'],
      [2, 95],
    ]);
    const bytes = writeCbor([
      record,
      new Map([[0, '0']]),
      new Map<number, unknown>([
        [0, '13'],
        [2, 1.5e9],
      ]),
    ] as never);
    expect(read(Format.senmlCbor, bytes, [])).toEqual([
      { path: [3, 0, 9], value: 95 },
      { path: [3, 0, 13], value: 1_500_000_000 },
    ]);
  });
});

describe('what is written', () => {
  const entries: Entry[] = [
    { path: [70, 0, 0], value: -21.25 },
    { path: [70, 0, 1], value: false },
    { path: [70, 0, 2], value: Buffer.alloc(300, 7) },
    { path: [70, 0, 3], value: '66:1' },
    { path: [70, 0, 4], value: 'grün "quoted"' },
    { path: [70, 0, 5, 0], value: -70_000 },
    { path: [70, 0, 5, 300], value: 4_294_967_296 },
  ];

  it.each([Format.tlv, Format.json, Format.senmlJson, Format.senmlCbor])('is read again as it was (%s)', (format) => {
    expect(readContent(format, writeContent(format, entries, [70, 0], typeOf), [70, 0], typeOf)).toEqual(entries);
    expect(readContent(format, writeContent(format, entries, [70], typeOf), [70], typeOf)).toEqual(entries);
  });

  it.each(entries.slice(0, 5).map((entry) => [entry]))('is text, too: %j', (entry) => {
    expect(read(Format.text, writeContent(Format.text, [entry], entry.path, typeOf), entry.path)).toEqual([entry]);
  });

  it('has the type of its resource', () => {
    const write = (path: Path, value: Entry['value']) => writeContent(Format.tlv, [{ path, value }], path, typeOf);
    expect(write([3, 0, 9], '100')).toEqual(hex('C10964'));
    expect(write([70, 0, 1], 1)).toEqual(hex('C10101'));
    expect(() => write([3, 0, 9], 'many')).toThrow(ContentError);
    expect(() => write([3, 0, 9], 1.5)).toThrow(ContentError);
  });
});

describe('links', () => {
  it('are read with what is said of them (RFC 6690)', () => {
    const links = readLinks(
      Buffer.from('</>;rt="oma.lwm2m";ct="60 110", </1/0>,</3>;ver=1.1;empty,<http://x/a,b>;title="a, \\"b\\" ; c"'),
    );
    expect(links.map(({ target, attributes }) => [target, Object.fromEntries(attributes)])).toEqual([
      ['/', { rt: 'oma.lwm2m', ct: '60 110' }],
      ['/1/0', {}],
      ['/3', { ver: '1.1', empty: '' }],
      ['http://x/a,b', { title: 'a, "b" ; c' }],
    ]);
    expect(readLinks(Buffer.alloc(0))).toEqual([]);
  });

  it.each(['x', '<a', '<a>;', '<a>;=1', '<a> <b>', '<a>x', `${'<a>,'.repeat(1001)}<a>`])('are refused: %s', (text) => {
    expect(() => readLinks(Buffer.from(text))).toThrow(ContentError);
  });
});
