import { describe, expect, it } from 'vitest';
import { minifyJson, tidyCode } from './tidy-code.ts';

describe('code that is tidied', () => {
  it.each([
    [
      'javascript',
      'if(value>3){return "high"}\nreturn value',
      "if (value > 3) {\n    return 'high';\n}\nreturn value;",
    ],
    ['json', '{"a":1,"b":[1,2]}', '{ "a": 1, "b": [1, 2] }'],
    ['html', '<div><p>One</p><p>Two</p></div>', '<div>\n  <p>One</p>\n  <p>Two</p>\n</div>'],
    ['css', '.a{color:red;margin:0}', '.a {\n  color: red;\n  margin: 0;\n}'],
    ['markdown', '*  one\n*  two', '- one\n- two'],
  ] as const)('is laid out: %s', async (language, code, tidied) => {
    expect(await tidyCode(language, code)).toBe(tidied);
  });

  it('is as far in as the specification says', async () => {
    const json = JSON.stringify({ name: 'Pump 7', places: ['Roof', 'Cellar', 'Yard'], isOn: true, level: 40 });
    expect(await tidyCode('json', json)).toBe(
      '{\n    "name": "Pump 7",\n    "places": ["Roof", "Cellar", "Yard"],\n    "isOn": true,\n    "level": 40\n}',
    );
    expect(await tidyCode('json', json, 2)).toContain('\n  "level": 40\n}');
  });

  it('has no spaces left once it is JSON that was minified, and the same texts and numbers', () => {
    const json = '{\n  "a b": " c \\" d ",\t"id": 12345678901234567890,\n  "list": [1, true, null]\n}';
    expect(minifyJson(json)).toBe('{"a b":" c \\" d ","id":12345678901234567890,"list":[1,true,null]}');
    expect(() => minifyJson('{"a": }')).toThrow(SyntaxError);
  });

  it('is refused when it is not one', async () => {
    await expect(tidyCode('javascript', 'return (')).rejects.toThrow();
  });
});
