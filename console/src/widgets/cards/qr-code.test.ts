import { expect, it } from 'vitest';
import { qrPath } from './qr-code.tsx';

it('draws the code of a text, and none of one that is too long', () => {
  const { path, size } = qrPath('Pump 7') as NonNullable<ReturnType<typeof qrPath>>;
  expect(size).toBe(21);
  const dark = new Set(path.match(/M\d+ \d+/g));
  // The upper left finder: a ring of seven modules around three.
  const finder = Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => (dark.has(`M${column} ${row}`) ? '#' : ' ')).join(''),
  );
  expect(finder).toEqual(['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######']);
  expect(qrPath('ä'.repeat(100))?.size).toBeGreaterThan(21);
  expect(qrPath('x'.repeat(3000))).toBeUndefined();
});
