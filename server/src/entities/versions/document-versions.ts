import type { Database } from '../../storage/database.ts';
import { stateOfJson, type VersionKind, type VersionRow } from './version-kind.ts';
import { createVersionStore } from './version-rows.ts';

const MEGABYTE = 1024 * 1024;

export interface DocumentRow extends VersionRow {
  document_id: string;
}

/** For tests: how much is kept, in bytes. */
export interface DocumentBounds {
  maxBytes?: number;
  maxBytesEach?: number;
}

const documents = ({
  maxBytes = 256 * MEGABYTE,
  maxBytesEach = 32 * MEGABYTE,
}: DocumentBounds): VersionKind<unknown> => ({
  tables: {
    versions: 'document_version',
    contents: 'document_content',
    deleted: 'deleted_document',
    id: 'document_id',
  },
  // What is in force is as large as the document itself, and nobody is refused a save.
  bounds: { traced: 0, maxBytes, maxBytesEach, countsInForce: false, removedAtOnce: 4 },
  lock: 5_118_011,
  stateOf: stateOfJson,
  isEmpty: () => false,
  columns: () => ({}),
});

/** Versions of documents: of whatever people edit, and save as a whole. */
export const createDocumentVersions = (db: Database, bounds: DocumentBounds = {}, now?: () => number) =>
  createVersionStore<unknown, DocumentRow>(db, documents(bounds), now);

export type DocumentVersions = ReturnType<typeof createDocumentVersions>;
