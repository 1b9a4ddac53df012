import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);

interface Face {
  weights: [number, number];
  file: string;
  codes: Set<number>;
}

/** Code points of a `unicode-range`. */
function codesOf(range: string): Set<number> {
  const codes = new Set<number>();
  for (const [, from = '', to = from] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) codes.add(code);
  }
  return codes;
}

function facesOf(file: string): Face[] {
  const rules = readFileSync(file, 'utf8').split('@font-face').slice(1);
  return rules.map((rule) => {
    const [, min, max] = /font-weight: (\d+) (\d+)/.exec(rule) ?? [];
    return {
      weights: [Number(min), Number(max)],
      file: /url\(["']?(.+?)["']?\)/.exec(rule)?.[1] ?? '',
      codes: codesOf(/unicode-range:([^;]+)/.exec(rule)?.[1] ?? ''),
    };
  });
}

const folder = import.meta.dirname;
const faces = facesOf(path.join(folder, 'fonts.css'));
const ofPackage = facesOf(require.resolve('@fontsource-variable/inter/wght.css'));
const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f);

describe('the parts of the font', () => {
  it('exist', () => {
    for (const { file } of faces) {
      const place = file.startsWith('.') ? path.join(folder, file) : require.resolve(file);
      expect(existsSync(place), file).toBe(true);
    }
  });

  it('have one part for each character in each weight', () => {
    const missing: string[] = [];
    const twice: string[] = [];
    for (const weight of [100, 399, 400, 550, 700, 701, 900]) {
      const ofWeight = faces.filter(({ weights: [min, max] }) => min <= weight && weight <= max);
      for (const code of new Set(ofPackage.flatMap(({ codes }) => [...codes]))) {
        if (isControl(code)) continue;
        const name = `${weight} U+${code.toString(16)}`;
        const here = ofWeight.filter(({ codes }) => codes.has(code)).length;
        // Some accents are in several alphabets of the package, too.
        const there = ofPackage.filter(({ codes }) => codes.has(code)).length;
        if (here === 0) missing.push(name);
        if (here > there) twice.push(name);
      }
    }
    expect({ missing, twice }).toEqual({ missing: [], twice: [] });
  });

  it('need one file for the English texts of the console', () => {
    const [english] = faces;
    const texts = readFileSync(path.join(folder, '../../i18n/texts/en_US.json'), 'utf8');
    const others = [...new Set(texts)].filter((character) => !english?.codes.has(character.codePointAt(0) ?? 0));
    expect(others.filter((character) => !isControl(character.charCodeAt(0)))).toEqual([]);
  });
});
