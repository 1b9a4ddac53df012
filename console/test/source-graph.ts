import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(import.meta.dirname, '../src');

/** A source of the console and what it imports; paths are relative to `src`. */
export interface SourceFile {
  path: string;
  source: string;
  /** Loaded with it. */
  imports: readonly string[];
  /** Loaded later, when it asks. */
  lazyImports: readonly string[];
}

function resolve(from: string, specifier: string): string[] {
  if (!specifier.startsWith('.')) return [];
  const target = path.join(path.dirname(from), specifier);
  if (/[*]/.test(specifier)) return globSync(target, { cwd: SOURCES });
  return existsSync(path.join(SOURCES, target)) ? [target] : [];
}

/** The module graph of the console as the bundler sees it: without types, with what is globbed. */
export function readSources(): Map<string, SourceFile> {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !/\.test\.tsx?$/.test(file));
  return new Map(
    files.map((file) => {
      const source = readFileSync(path.join(SOURCES, file), 'utf8');
      const find = (pattern: RegExp) => [...source.matchAll(pattern)].flatMap(([, name]) => resolve(file, name ?? ''));
      return [
        file,
        {
          path: file,
          source,
          imports: [
            ...find(/^(?:import|export) (?!type )(?:[^'";]* from )?'([^']+)'/gm),
            ...find(/import\.meta\.glob(?:<\w+>)?\(\s*'([^']+)',\s*\{[^}]*eager: true/g),
          ],
          lazyImports: [
            ...find(/\bimport\(\s*'([^']+)'/g),
            ...find(/import\.meta\.glob(?:<\w+>)?\(\s*'([^']+)'(?!,\s*\{[^}]*eager)/g),
          ],
        },
      ];
    }),
  );
}

/** All that is loaded with `entry`, itself included. */
export function loadedWith(sources: ReadonlyMap<string, SourceFile>, entry: string): Set<string> {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    waiting.push(...(sources.get(file)?.imports ?? []));
  }
  return loaded;
}

/** Reads a JSON file of the console. */
export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(SOURCES, file), 'utf8'));
}

/** Files of the console that `pattern` names, relative to `src`. */
export function filesLike(pattern: string): string[] {
  return globSync(pattern, { cwd: SOURCES }).sort();
}
