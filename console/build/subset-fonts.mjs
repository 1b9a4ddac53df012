/**
 * Makes the fonts in `src/theme/fonts` from Inter: the Latin letters of each rule of `fonts.css` that names one of them,
 * in its weights. To be run when those rules or the font package change:
 * `npm install --no-save subset-font@2.9.0 && node console/build/subset-fonts.mjs`
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const SOURCE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
/**
 * Kerning, figures of equal width and accents. Not the contextual forms, which cost a quarter more and show names other
 * than they are: `a->b` with an arrow, `2x4` with the sign for times.
 */
const FEATURES = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'];

const folder = path.join(import.meta.dirname, '..', 'src', 'theme', 'fonts');

/** Every character of a `unicode-range`. */
function charactersOf(range) {
  let characters = '';
  for (const [, from, to = from] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) {
      characters += String.fromCodePoint(code);
    }
  }
  return characters;
}

const font = await readFile(createRequire(import.meta.url).resolve(SOURCE));
const rules = await readFile(path.join(folder, 'fonts.css'), 'utf8');
for (const [, min, max, file, range] of rules.matchAll(
  /font-weight: (\d+) (\d+);\s*src: url\("\.\/([\w-]+\.woff2)"\)[^;]*;\s*unicode-range:([^;]+);/g,
)) {
  const subset = await subsetFont(font, charactersOf(range), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: Number(min), max: Number(max), default: Number(min) } },
  });
  await writeFile(path.join(folder, file), subset);
  console.log(`${file}: ${subset.length} bytes`);
}
