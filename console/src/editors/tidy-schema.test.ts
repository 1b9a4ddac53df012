import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidySchema } from './tidy-schema.ts';

describe('a tidy schema', () => {
  it('is as far in as its braces say, whatever stands in comments and quotes', () => {
    const schema = [
      'syntax = "proto3";   ',
      '',
      '',
      'message Reading {',
      'double temperature = 1; // {',
      '  /* {',
      '* more',
      '*/',
      'message Place { string name = 1; }',
      '        oneof value {',
      'string note = 2 [default = "}"];',
      '} }',
      '',
    ].join('\r\n');
    expect(tidySchema(schema)).toBe(
      [
        'syntax = "proto3";',
        '',
        'message Reading {',
        '    double temperature = 1; // {',
        '    /* {',
        '     * more',
        '     */',
        '    message Place { string name = 1; }',
        '    oneof value {',
        '        string note = 2 [default = "}"];',
        '} }',
        '',
      ].join('\n'),
    );
  });

  it('says the same as before, and is tidy when it is tidied once more', () => {
    const part = fc.constantFrom('message M {', '}', 'int32 a = 1;', '// {', '/*', '*/', '"}"', ' ', '\n', '\t', "'");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const schema = parts.join('');
        const tidy = tidySchema(schema);
        expect(tidy.replaceAll(/\s/g, '')).toBe(schema.replaceAll(/\s/g, ''));
        expect(tidySchema(tidy)).toBe(tidy);
      }),
    );
  });
});
