import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from './server.ts';

it('no file is found by the text of its address, in which a space is %20', () => {
  const sources = globSync('{bench,console,contract,e2e,scripts,server}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  expect(sources.length).toBeGreaterThan(1000);
  const wrong = sources.filter((file) => /import\.meta\.url\)\.pathname/.test(readFileSync(`${ROOT}/${file}`, 'utf8')));
  expect(wrong).toEqual([]);
});
