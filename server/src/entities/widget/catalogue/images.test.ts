import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { BUNDLE_IMAGE, imagesOf } from './images.ts';

/** Characters of a data URL of 15 kB. */
const MAX_LENGTH = 20_100;

describe.each(CATALOGUE.map((bundle) => [bundle.alias, bundle] as const))('the pictures of %s', (alias, { types }) => {
  it('are one of each type and one of the bundle, and no other', async () => {
    const images = await imagesOf(alias);
    const names = [BUNDLE_IMAGE, ...types.map((type) => type.alias)];
    expect([...images.keys()].sort()).toEqual([...new Set(names)].sort());
  });

  it('are small, and in a format that clients of data URLs show', async () => {
    for (const [name, image] of await imagesOf(alias)) {
      expect(image, name).toMatch(/^data:image\/webp;base64,UklGR/);
      expect(image.length, name).toBeLessThan(MAX_LENGTH);
    }
  });
});
