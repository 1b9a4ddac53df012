import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What a page shows now; it may show something else a moment later. */
const READS = [
  'all',
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'boundingBox',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
];
const READ = new RegExp(String.raw`\.(?:${READS.join('|')})\(`);
const BARE_WAIT = /\b(?:waitForTimeout\(|networkidle)/;

/** What stands between the bracket that opens at `from` and the one that closes it. */
function inBrackets(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')') depth--;
    if (depth === 0) return source.slice(from + 1, at);
  }
  return source.slice(from + 1);
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length;

/** Lines that expect something of what a page shows at one moment. */
function readOnce(source: string): number[] {
  return [...source.matchAll(/\bexpect\(/g)]
    .filter(({ 0: text, index }) => {
      const read = inBrackets(source, index + text.length - 1);
      return (/\bawait\b/.test(read) && READ.test(read)) || /\.url\(\)/.test(read);
    })
    .map(({ index }) => lineOf(source, index));
}

/** Whether there is a comma outside of brackets, with something behind it. */
function hasTwoArguments(text: string): boolean {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (depth === 0 && character === ',') return text.slice(at + 1).trim() !== '';
  }
  return false;
}

/** Lines that wait for at most a second, as `vi.waitFor` does if it is not told otherwise. */
function waitsBriefly(source: string): number[] {
  return [...source.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
    .filter(({ 0: text, index }) => !hasTwoArguments(inBrackets(source, index + text.length - 1)))
    .map(({ index }) => lineOf(source, index));
}

const sources = ['tests', 'harness'].flatMap((folder) => {
  const place = path.join(import.meta.dirname, '..', folder);
  const names = readdirSync(place).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return names.map((name) => ({ name: `${folder}/${name}`, source: readFileSync(path.join(place, name), 'utf8') }));
});

describe('browser tests', () => {
  it('poll what a page shows instead of reading it once (expect.poll, restingBox, expectNoSidewaysScroll)', () => {
    expect(sources.flatMap(({ name, source }) => readOnce(source).map((line) => `${name}:${line}`))).toEqual([]);
  });

  it('wait for conditions, not for a time or for silence on the network', () => {
    const waiting = sources.filter(({ source }) => BARE_WAIT.test(source));
    expect(waiting.map(({ name }) => name)).toEqual([]);
  });

  it('play with the clock of a profile of their own only (openPage): later files go on with the one of `page`', () => {
    const playing = sources.filter(({ source }) => /\bpage\.clock\b/.test(source));
    expect(playing.map(({ name }) => name)).toEqual([]);
  });

  it('look for names that no other file gives', () => {
    const taken = sources.flatMap(({ name, source }) =>
      [...source.matchAll(/\bentityNameFilter: '([^']+)'/g)].flatMap(([, begin = '']) =>
        sources
          .filter((other) => other.name !== name && new RegExp(`['"\`]${begin}`).test(other.source))
          .map((other) => `${name} finds "${begin}" of ${other.name}`),
      ),
    );
    // What nobody has may be looked for by many.
    expect(taken.filter((line) => !line.includes('"There is none "'))).toEqual([]);
  });

  it('and all others poll logs, which the server writes after it has answered', () => {
    const root = path.join(import.meta.dirname, '../..');
    const once = globSync('server/**/*.integration.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
      (name) =>
        /expect\(await (?:history|logOf)\([^)]*\)\)\s*\.toContain/.test(readFileSync(path.join(root, name), 'utf8')),
    );
    expect(once).toEqual([]);
  });

  it('and all others wait longer than the second of `vi.waitFor` (expect.poll, or a timeout)', () => {
    const root = path.join(import.meta.dirname, '../..');
    const tests = globSync('{contract,server,console,e2e,bench}/**/*.{test,e2e}.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', 'e2e/tests/sturdy.test.ts'],
    });
    expect(tests.length).toBeGreaterThan(500);
    const brief = tests.flatMap((name) =>
      waitsBriefly(readFileSync(path.join(root, name), 'utf8')).map((line) => `${name}:${line}`),
    );
    expect(brief).toEqual([]);
  });

  it('are read as they are written', () => {
    const once =
      'expect(await row("(a)").count()).toBe(1);\nexpect((await a.boundingBox())?.x).toBe(0);\nexpect(page.url()).toBe(b);';
    expect(readOnce(once)).toEqual([1, 2, 3]);
    expect(
      readOnce('await expect.poll(() => row.count()).toBe(1);\nexpect(await problems(page)).toEqual([]);'),
    ).toEqual([]);
    expect(waitsBriefly('await vi.waitFor(() => expect(f(a, b)).toBe(1));')).toEqual([1]);
    expect(waitsBriefly('await vi.waitFor(() => f(), PATIENCE);\nvi.waitUntil(g, { timeout: 9_000 });')).toEqual([]);
  });
});
