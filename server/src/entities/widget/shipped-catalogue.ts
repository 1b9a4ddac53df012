import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A bundle as this release has it. */
export interface ShippedBundle {
  alias: string;
  title: string;
  description: string;
  /** Data URL; null: there is none. */
  image: string | null;
  /** In the order in which lists show them. */
  types: readonly ShippedType[];
}

export interface ShippedType {
  alias: string;
  name: string;
  description: string;
  image: string | null;
  descriptor: Record<string, unknown>;
}

/** Where the system's widget types come from. */
export interface ShippedCatalogue {
  /** Another one whenever anything of the catalogue is different; costs a few milliseconds. */
  fingerprint(): Promise<string>;
  load(): Promise<readonly ShippedBundle[]>;
}

const FOLDER = path.join(import.meta.dirname, 'catalogue');

/** The catalogue of this release. Its modules are loaded only when they are needed, which most starts do not. */
export const shippedCatalogue: ShippedCatalogue = {
  async fingerprint() {
    // At once: each of so many small files takes four turns of the thread pool otherwise, three times the processor time.
    const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
    const hash = createHash('sha256');
    for (const file of paths.sort()) {
      const content = readFileSync(file);
      hash.update(`${path.relative(FOLDER, file)} ${content.length}\n`).update(content);
    }
    return hash.digest('hex');
  },

  async load() {
    const [{ CATALOGUE }, { descriptorOf }, { BUNDLE_IMAGE, imagesOf }] = await Promise.all([
      import('./catalogue/catalogue.ts'),
      import('./catalogue/type-definition.ts'),
      import('./catalogue/images.ts'),
    ]);
    return Promise.all(
      CATALOGUE.map(async ({ alias, title, description, types }) => {
        const images = await imagesOf(alias);
        return {
          alias,
          title,
          description,
          image: images.get(BUNDLE_IMAGE) ?? null,
          types: types.map((type) => ({
            alias: type.alias,
            name: type.name,
            description: type.description,
            image: images.get(type.alias) ?? null,
            descriptor: descriptorOf(type, alias),
          })),
        };
      }),
    );
  },
};
