import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST, nameOf } from './longest-first.ts';
import { ROOT } from './server.ts';

it.each([
  ['e2e', 'e2e/tests/**/*.e2e.ts'],
  ['integration', 'server/{src,test}/**/*.integration.test.ts'],
])('the files of %s that begin first are there', (project, pattern) => {
  const files = new Set(globSync(pattern, { cwd: ROOT }).map(nameOf));
  expect(LONGEST[project]?.filter((name) => !files.has(name))).toEqual([]);
});
