import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..');
/** One connection each, for as long as they run: neither waits for anybody. */
const OWN = ['messages/message-writer.ts', 'storage/migrate.ts'];

it('connections for several statements are taken in turn, by everybody', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] });
  expect(files.length).toBeGreaterThan(500);
  const taking = files.filter((file) => /\bpool\.connect\(/.test(readFileSync(path.join(SOURCE, file), 'utf8')));
  expect(taking.sort()).toEqual([...OWN, 'storage/held-connection.ts'].sort());
});
