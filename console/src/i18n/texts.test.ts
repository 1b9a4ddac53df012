import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesLike, loadedWith as findLoadedWith, readJson, readSources } from '../../test/source-graph.ts';

const START = 'app/main.tsx';
const sources = readSources();

/** Entry → everything that is loaded with it; a cache. */
const loadedSets = new Map<string, ReadonlySet<string>>();
function loadedWith(entry: string): ReadonlySet<string> {
  const known = loadedSets.get(entry) ?? findLoadedWith(sources, entry);
  loadedSets.set(entry, known);
  return known;
}

/** Suffixes that the library chooses by count. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(texts: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[prefix + name, value] as [string, string]]
      : flatten(value as object, `${prefix}${name}.`),
  );
}

/** Every file of English texts → its keys, without the endings of plurals. */
const textFiles = new Map(
  filesLike('**/{texts,names}/en_US.json').map((file) => [
    file,
    new Set(flatten(readJson(file) as object).map(([key]) => key.replace(PLURAL, ''))),
  ]),
);
const allKeys = new Set([...textFiles.values()].flatMap((keys) => [...keys]));
const namespaces = new Set([...allKeys].map((key) => key.split('.')[0]));

/** Source → the keys it names, written out or as the pattern of a template. */
interface Uses {
  keys: Set<string>;
  /** Keys in a call of `t`: these have to exist whatever their namespace. */
  called: Set<string>;
  patterns: RegExp[];
}
const uses = new Map<string, Uses>(
  [...sources.values()].map(({ path: file, source }) => {
    const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, key]) => key ?? '');
    const chosen = [...source.matchAll(/\bt\(\s*[^'"`)]*\?\s*'([\w.-]+)'\s*:\s*'([\w.-]+)'/g)];
    return [
      file,
      {
        // Every quoted `namespace.key`, wherever it stands: calls, tables, manifests of pages.
        keys: new Set([...source.matchAll(/(['"`])([a-z][A-Za-z]*(?:\.[\w-]+)+)\1/g)].map(([, , key]) => key ?? '')),
        called: new Set([
          ...found(/\bt\(\s*'([\w.-]+)'/g),
          ...chosen.flatMap(([, one, other]) => [one ?? '', other ?? '']),
        ]),
        // `namespace.${something}.rest`, as patterns of whole keys.
        patterns: found(/`([a-z][A-Za-z]*\.[^`\s]*\$\{[^`]*)`/g).map((text) => {
          const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'));
          return new RegExp(`^${parts.join('[\\w-]+')}$`);
        }),
      },
    ];
  }),
);

/** Source → those of its keys that there are texts for. */
const knownKeys = new Map(
  [...uses].map(([file, { keys, patterns }]) => [
    file,
    [...allKeys].filter((key) => keys.has(key) || patterns.some((pattern) => pattern.test(key))),
  ]),
);

/** The files of texts that are there once `entry` is loaded. */
function textsWith(entry: string): Set<string> {
  return new Set([...loadedWith(entry)].flatMap((file) => englishOf(file)));
}

/** A `texts.ts` brings the texts beside it, and the one of the start also the names of all pages. */
function englishOf(file: string): string[] {
  if (path.basename(file) !== 'texts.ts') return [];
  const own = path.join(path.dirname(file), 'en_US.json');
  return file === 'i18n/texts/texts.ts' ? [own, ...filesLike('pages/*/names/en_US.json')] : [own];
}

/** Everything that is loaded by itself when it is first needed → who asks for it. */
const lazyEntries = new Map<string, string[]>();
for (const { path: file, lazyImports } of sources.values()) {
  for (const entry of lazyImports) lazyEntries.set(entry, [...(lazyEntries.get(entry) ?? []), file]);
}

/**
 * Entry → the files of texts that are surely there when it runs: those of the start, its own, and those that everybody who
 * asks for it has.
 */
function findTextsThere(): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = [...lazyEntries.keys()];
  const ofStart = textsWith(START);
  const own = new Map(entries.map((entry) => [entry, new Set([...textsWith(entry), ...ofStart])]));
  const askers = new Map(entries.map((entry) => [entry, [...entriesWith(lazyEntries.get(entry) ?? [])]]));
  // All of them at first; what one asker lacks goes, until nothing changes any more.
  const there = new Map<string, ReadonlySet<string>>([
    ...entries.map((entry) => [entry, new Set(textFiles.keys())] as const),
    [START, ofStart],
  ]);
  for (let changes = true; changes; ) {
    changes = false;
    for (const entry of entries) {
      const given = (askers.get(entry) ?? []).map((asker) => there.get(asker) ?? new Set<string>());
      const common = [...(given[0] ?? [])].filter((file) => given.every((texts) => texts.has(file)));
      const next = new Set([...(own.get(entry) ?? []), ...common]);
      if (next.size === there.get(entry)?.size) continue;
      there.set(entry, next);
      changes = true;
    }
  }
  return there;
}

/** The entries that one of `files` is loaded with. */
function entriesWith(files: readonly string[]): Set<string> {
  return new Set(
    [START, ...lazyEntries.keys()].filter((entry) => {
      const loaded = loadedWith(entry);
      return files.some((file) => loaded.has(file));
    }),
  );
}

describe('the texts of the console', () => {
  it('are there for every key that is used', () => {
    const missing = [...uses].flatMap(([file, { keys, called }]) =>
      [...called, ...[...keys].filter((key) => namespaces.has(key.split('.')[0]))]
        .filter((key) => key.includes('.') && !allKeys.has(key) && !/\.(tsx?|json|local)$/.test(key))
        // A table may hold the beginning of a key, and an object of texts is no text.
        .filter((key) => ![...allKeys].some((known) => known.startsWith(`${key}.`)))
        .map((key) => `${key} in ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('are asked for without a default, which would log each key without a text as missing', () => {
    const requested = [...sources.values()]
      .filter(({ source }) => /\bt\(\s*[`'][^`']*[`'],\s*\{[^{}]*\bdefaultValue:/.test(source))
      .map(({ path: file }) => file);
    expect(requested).toEqual([]);
  });

  it('are loaded before what speaks them', () => {
    const textsThere = findTextsThere();
    const late = [START, ...lazyEntries.keys()].flatMap((entry) => {
      const there = new Set([...(textsThere.get(entry) ?? [])].flatMap((file) => [...(textFiles.get(file) ?? [])]));
      return [...loadedWith(entry)]
        .filter((file) => uses.has(file))
        .flatMap((file) =>
          (knownKeys.get(file) ?? [])
            .filter((key) => !there.has(key))
            .map((key) => `${key} in ${file}, loaded by ${entry}`),
        );
    });
    expect(late).toEqual([]);
  });

  it('stand in one folder each', () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const [file, keys] of textFiles) {
      for (const key of keys) {
        const other = seen.get(key);
        if (other) twice.push(`${key} in ${other} and ${file}`);
        seen.set(key, file);
      }
    }
    expect(twice).toEqual([]);
  });

  it('are all used', () => {
    const used = new Set([...knownKeys.values()].flat());
    const unused = [...textFiles].flatMap(([file, keys]) =>
      [...keys].filter((key) => !used.has(key)).map((key) => `${key} of ${file}`),
    );
    expect(unused).toEqual([]);
  });

  it('say the same things with the same gaps in every language', () => {
    const gaps = (text: string) =>
      [...text.matchAll(/\{\{\s*(\w+)/g)]
        .map(([, name]) => name)
        .sort()
        .join();
    const wrong = filesLike('**/{texts,names}/*.json')
      .filter((file) => path.basename(file) !== 'en_US.json')
      .flatMap((file) => {
        const english = new Map(flatten(readJson(path.join(path.dirname(file), 'en_US.json')) as object));
        return flatten(readJson(file) as object)
          .filter(([key, text]) => {
            const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other'));
            return original === undefined || gaps(original) !== gaps(text);
          })
          .map(([key]) => `${key} of ${file}`);
      });
    expect(wrong).toEqual([]);
  });

  it('are nowhere written into the elements themselves', () => {
    // Words between tags, and in the attributes that people read or hear.
    const between = />\s*([A-Z][a-z]+(?: [a-z]+)*[.!?]?)\s*<\//g;
    const attribute = /\b(?:aria-label|title|placeholder|label|alt)="([A-Za-z][^"]*)"/g;
    const found = [...sources.values()]
      // The gallery is for developers, and no part of a build.
      .filter(({ path: file }) => file.endsWith('.tsx') && !file.startsWith('gallery/'))
      .flatMap(({ path: file, source }) =>
        [between, attribute].flatMap((pattern) =>
          [...source.matchAll(pattern)].map(([, text]) => `${text} in ${file}`),
        ),
      );
    expect(found).toEqual([]);
  });
});
