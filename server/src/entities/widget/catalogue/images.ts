import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Formats of pictures by the ending of their files. */
const FORMATS: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/** What the picture of a bundle is called among those of its types. */
export const BUNDLE_IMAGE = '_bundle';

/**
 * The pictures of a bundle and its types as data URLs, by the alias of the type: `images/<alias>.webp` in the folder of
 * the bundle. Types without a file have no picture.
 */
export async function imagesOf(bundleAlias: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(import.meta.dirname, bundleAlias.replaceAll('_', '-'), 'images');
  const files = await readdir(folder).catch(() => []);
  const images = new Map<string, string>();
  for (const file of files) {
    const { name, ext } = path.parse(file);
    const format = FORMATS[ext];
    if (format) images.set(name, `data:${format};base64,${await readFile(path.join(folder, file), 'base64')}`);
  }
  return images;
}
