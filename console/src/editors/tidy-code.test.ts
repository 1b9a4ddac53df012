import { describe, expect, it } from 'vitest';
import { tidyCode } from './tidy-code.ts';

describe('code that is tidied', () => {
  it.each([
    ['javascript', 'if(value>3){return "high"}\nreturn value', "if (value > 3) {\n  return 'high';\n}\nreturn value;"],
    ['json', '{"a":1,"b":[1,2]}', '{ "a": 1, "b": [1, 2] }'],
    ['html', '<div><p>One</p><p>Two</p></div>', '<div>\n  <p>One</p>\n  <p>Two</p>\n</div>'],
    ['css', '.a{color:red;margin:0}', '.a {\n  color: red;\n  margin: 0;\n}'],
    ['markdown', '*  one\n*  two', '- one\n- two'],
  ] as const)('is laid out: %s', async (language, code, tidied) => {
    expect(await tidyCode(language, code)).toBe(tidied);
  });

  it('is refused when it is none', async () => {
    await expect(tidyCode('javascript', 'return (')).rejects.toThrow();
  });
});
