import {
  type ImportChange,
  type ImportReply,
  MAX_IMPORT_CHANGES,
  MAX_IMPORT_ERRORS,
} from '@signalbox/contract/bulk-import';

/** Counts what lines did, and names some of it. */
export interface ImportReport {
  created(): void;
  updated(): void;
  unchanged(): void;
  failed(line: number, message: string): void;
  /** What a line would do. */
  changes(change: ImportChange): void;
  /** @param isDetailed with what 3.3.2 does not have */
  reply(isDetailed: boolean, ofDryRun?: { newProfiles: string[] }): ImportReply;
}

export function createImportReport(): ImportReport {
  const counts = { created: 0, updated: 0, unchanged: 0, errors: 0 };
  const failures: { line: number; message: string }[] = [];
  const changes: ImportChange[] = [];
  return {
    created: () => counts.created++,
    updated: () => counts.updated++,
    unchanged: () => counts.unchanged++,
    failed(line, message) {
      counts.errors++;
      if (failures.length < MAX_IMPORT_ERRORS) failures.push({ line, message });
    },
    changes(change) {
      if (changes.length < MAX_IMPORT_CHANGES) changes.push(change);
    },
    reply(isDetailed, ofDryRun) {
      failures.sort((a, b) => a.line - b.line);
      const { created, updated, unchanged, errors } = counts;
      const errorsList = failures.map(({ line, message }) => `Line: ${line}; Error: ${message}`);
      if (!isDetailed) return { created, updated: updated + unchanged, errors, errorsList };
      return {
        created,
        updated,
        errors,
        errorsList,
        unchanged,
        failures,
        ...(ofDryRun ? { changes, ...ofDryRun } : {}),
      };
    },
  };
}
