import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');
const TEXTS = ['i18n/en_US.json', 'dashboard/texts/en_US.json'];
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, source: readFileSync(path.join(SOURCES, file), 'utf8') }));

/** Suffixes that the library chooses by count. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as object, `${prefix}${name}.`),
  );
}
const written = TEXTS.flatMap((file) => keysOf(JSON.parse(readFileSync(path.join(SOURCES, file), 'utf8')) as object));
const keys = new Set(written.map((key) => key.replace(PLURAL, '')));
const namespaces = new Set([...keys].map((key) => key.split('.')[0]));

/** Every quoted `namespace.key` of the sources, wherever it stands: calls, tables of the menu, handles of pages. */
const literal = /(['"`])([a-z][A-Za-z]*(?:\.[\w-]+)+)\1/g;
/** `namespace.${something}.rest`, as patterns of whole keys. */
const template = /`([a-z][A-Za-z]*\.[^`\s]*\$\{[^`]*)`/g;

const used = new Map<string, string>();
const patterns: RegExp[] = [];
for (const { file, source } of files) {
  for (const [, , key] of source.matchAll(literal)) if (key) used.set(key, file);
  for (const [, text] of source.matchAll(template)) {
    const parts = (text ?? '').split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'));
    patterns.push(new RegExp(`^${parts.join('[\\w-]+')}$`));
  }
}

describe('the texts of the console', () => {
  it('are there for every key that is used', () => {
    const called = files.flatMap(({ file, source }) =>
      [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => ({ file, key: key ?? '' })),
    );
    const chosen = files.flatMap(({ file, source }) =>
      [...source.matchAll(/\bt\(\s*[^'"`)]*\?\s*'([\w.-]+)'\s*:\s*'([\w.-]+)'/g)].flatMap(([, one, other]) => [
        { file, key: one ?? '' },
        { file, key: other ?? '' },
      ]),
    );
    const tables = [...used].filter(([key]) => namespaces.has(key.split('.')[0] ?? '') && !key.endsWith('.ts'));
    const missing = [...called, ...chosen, ...tables.map(([key, file]) => ({ key, file }))]
      .filter(({ key }) => key.includes('.') && !keys.has(key) && !/\.(tsx?|json|local)$/.test(key))
      // A table may hold the beginning of a key, and an object of texts is no text.
      .filter(({ key }) => ![...keys].some((known) => known.startsWith(`${key}.`)));
    expect(missing.map(({ key, file }) => `${key} in ${file}`)).toEqual([]);
  });

  it('are all used', () => {
    const unused = [...keys].filter((key) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });

  it('are nowhere written into the elements themselves', () => {
    // Words between tags, and in the attributes that people read or hear.
    const between = />\s*([A-Z][a-z]+(?: [a-z]+)*[.!?]?)\s*<\//g;
    const attribute = /\b(?:aria-label|title|placeholder|label|alt)="([A-Za-z][^"]*)"/g;
    const found = files
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, source }) =>
        [between, attribute].flatMap((pattern) =>
          [...source.matchAll(pattern)].map(([, text]) => `${text} in ${file}`),
        ),
      );
    expect(found).toEqual([]);
  });
});
