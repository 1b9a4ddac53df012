import { expect, it, vi } from 'vitest';
import { packLines, packTexts, rowsWith } from './packed-texts.ts';

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

it('puts no texts together in which letters beside an end tell that the wanted one is not there', () => {
  const size = 1_000;
  const numbers = Array.from({ length: size }, (_, at) => String((at * 7919) % size).padStart(3, '0'));
  const labels = numbers.map((number, at) => (at % 2 ? '' : `hall ${number}`));
  const columns = [numbers.map((number) => `pump ${number}`), labels, numbers].map(packTexts);
  const slices = vi.spyOn(String.prototype, 'slice');
  const found = rowsWith(columns, '2109210', size);
  const put = slices.mock.calls.length;
  slices.mockRestore();
  expect([...found]).toEqual([]);
  expect(put).toBe(0);
  const isAcross = (row: number): boolean => `${labels[row] || numbers[row]}${numbers[row]}`.includes('12812');
  const across = numbers.map((_, row) => row).filter(isAcross);
  expect(across.length).toBeGreaterThan(0);
  expect([...rowsWith(columns, '12812', size)]).toEqual(across);
});

it('goes through no texts that lack one of the letters', () => {
  const size = 1_000;
  const names = packTexts(Array.from({ length: size }, (_, at) => `pump ${at}`));
  const labels = packTexts(Array.from({ length: size }, (_, at) => `site ${at}`));
  const searches = vi.spyOn(String.prototype, 'indexOf');
  const found = [rowsWith([names, labels], 'pum', size).length, rowsWith([names, labels], 'sie', size).length];
  const inLabels = searches.mock.contexts.filter((text) => String(text) === labels.text).length;
  searches.mockClear();
  const none = rowsWith([names, labels], 'pumper 7', size).length;
  const ofNone = searches.mock.calls.length;
  searches.mockRestore();
  expect([...found, none]).toEqual([size, 0, 0]);
  expect([inLabels, ofNone]).toEqual([1, 0]);
});

it('goes through no texts that lack a run of the letters of a text, as most do that do not have it', () => {
  const size = 2_000;
  /** Numbers in a row, as devices often have them in their names. */
  const parts = Array.from({ length: 50 }, (_, part) =>
    packTexts(Array.from({ length: size }, (_, at) => `pump ${String(part * size + at).padStart(7, '0')}`)),
  );
  const searches = vi.spyOn(String.prototype, 'indexOf');
  const found = parts.map((part) => rowsWith([part], '0056789', size).length);
  const [first, ...others] = found.flatMap((count, part) => (count > 0 ? [part] : []));
  const searched = new Set(searches.mock.contexts.map(String)).size;
  searches.mockRestore();
  expect([first, others]).toEqual([Math.floor(56_789 / size), []]);
  expect(searched).toBeLessThan(5);
});

it('takes lines as the texts that they are', () => {
  for (const texts of [[''], ['', ''], ['a', '', 'pump 1', ''], ['ähre', '😀 two']]) {
    expect(packLines(texts.join('\n'), texts.length)).toEqual(packTexts(texts));
  }
});
