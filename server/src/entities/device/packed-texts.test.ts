import { expect, it } from 'vitest';
import { packTexts, rowsWith } from './packed-texts.ts';

const NAMES = ['', 'a', 'ab', 'pump 1', 'pump 11', 'ähre', 'x', '', 'one\nline', '😀 two'];
const LABELS = ['', 'b', '', 'site 1', '1', '', 'xx', 'ab', 'end', ' three'];
const VALUES = ['7', '', '', '.5', '', 'ähre', 'x', '', '', '1'];

it('finds a text in each of several texts, and across their ends', () => {
  const columns = [NAMES, LABELS, VALUES];
  const packed = columns.map(packTexts);
  const texts = ['a', 'ab', '1', '1s', '11', '1.5', 'xxx', 'xxxx', 'o t', '1 t', 'e', '😀', 'eend', 'ähreähre', 'zz'];
  for (const text of texts) {
    for (const count of [1, 2, 3]) {
      const isFound = (row: number): boolean =>
        columns
          .slice(0, count)
          .map((column) => column[row])
          .join('')
          .includes(text);
      const wanted = NAMES.map((_, row) => row).filter(isFound);
      expect([...rowsWith(packed.slice(0, count), text, NAMES.length)], `${text} in ${count}`).toEqual(wanted);
    }
  }
});
