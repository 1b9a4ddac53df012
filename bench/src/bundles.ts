import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Figure, format } from './lib/figures.ts';

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'console', 'dist');

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/**
 * Pages by the source modules that are loaded for them, and their budget in kB of script. A dashboard is counted with
 * charts, gauges and tables, as the one of the demo has them.
 */
const PAGES = [
  { name: 'sign-in', module: /pages\/sign-in\/sign-in-page\.tsx$/, budget: 220, reference: 986 },
  { name: 'device list', module: /pages\/devices\/devices-page\.tsx$/, budget: 350, reference: 1612 },
  {
    name: 'dashboard',
    module:
      /pages\/dashboards\/dashboard-page\.tsx$|widgets\/(charts|gauges)\/|widgets\/cards\/.*(table|simple-card)\.tsx$/,
    budget: 560,
    reference: 1962,
  },
] as const;

/** Script that a first visit of each page loads, compressed with brotli. */
export async function measureBundles(): Promise<Figure[]> {
  const manifestFile = path.join(DIST, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) return [];
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, ManifestEntry>;
  const sizes = new Map<string, number>();
  const collect = (key: string, files: Set<string>): void => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const imported of entry.imports ?? []) collect(imported, files);
  };
  const figures: Figure[] = [];
  for (const page of PAGES) {
    const files = new Set<string>();
    for (const [key, entry] of Object.entries(manifest)) {
      if (entry.isEntry || page.module.test(key)) collect(key, files);
    }
    let total = 0;
    for (const file of files) {
      if (!file.endsWith('.js')) continue;
      if (!sizes.has(file)) sizes.set(file, brotliCompressSync(await readFile(path.join(DIST, file))).length);
      total += sizes.get(file) as number;
    }
    figures.push({
      what: `script of a first visit: ${page.name}`,
      measured: `${format(total / 1024)} kB`,
      budget: `≤ ${page.budget} kB`,
      reference: `${format(page.reference)} kB`,
      note: 'brotli',
      values: { kilobytes: total / 1024 },
    });
  }
  return figures;
}
