import { expect } from 'vitest';

/** What widgets.md §4 says of a type: written down apart from the catalogue, to compare with it. */
export interface TypeReference {
  name: string;
  type: string;
  size: [number, number];
  /** Settings with their defaults as the schema has them; a list of objects is a list of one. */
  settings?: Record<string, unknown>;
  keySettings?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
  /** Sources of actions → whether several actions may be put on them. */
  sources?: Record<string, boolean>;
}

/** A setting without a default. */
export const NONE = undefined;

/** A default whose text is our own. */
export const OWN = expect.any(String);

export const font = (size: number, color: string | null = null) => ({
  family: 'Roboto',
  size,
  style: 'normal',
  weight: '500',
  color,
});

export const ONE = { maxDatasources: 1, maxDataKeys: 1, singleEntity: true };

/** Bundle alias → its title and its types by their alias, in the order of widgets.md. */
export type BundleReferences = Record<string, { title: string; types: Record<string, TypeReference> }>;
