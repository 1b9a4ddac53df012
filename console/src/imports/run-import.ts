import type {
  ImportChange,
  ImportColumn,
  ImportedType,
  ImportReply,
  ImportRequest,
} from '@signalbox/contract/bulk-import';
import { sendImport } from '../api/imports.ts';
import type { ImportFile } from './import-file.ts';

/** How far an import, or its dry run, is. */
export interface ImportProgress {
  /** Lines that have been handled. */
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  errors: number;
  /** The first of them. */
  failures: readonly { line: number; message: string }[];
  changes: readonly ImportChange[];
  newProfiles: readonly string[];
}

export interface ImportPlan {
  type: ImportedType;
  file: ImportFile;
  delimiter: string;
  hasHeader: boolean;
  update: boolean;
  columns: readonly ImportColumn[];
  /** Title of the column of reasons in the file of failures. */
  errorTitle: string;
}

/** Failures that are listed; the file has them all. */
const MAX_LISTED = 200;
const MAX_CHANGES = 100;

export const NO_PROGRESS: ImportProgress = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  errors: 0,
  failures: [],
  changes: [],
  newProfiles: [],
};

function added(progress: ImportProgress, lines: number, reply: ImportReply): ImportProgress {
  return {
    done: progress.done + lines,
    created: progress.created + reply.created,
    updated: progress.updated + reply.updated,
    unchanged: progress.unchanged + (reply.unchanged ?? 0),
    errors: progress.errors + reply.errors,
    failures: [...progress.failures, ...(reply.failures ?? [])].slice(0, MAX_LISTED),
    changes: [...progress.changes, ...(reply.changes ?? [])].slice(0, MAX_CHANGES),
    newProfiles: [...new Set([...progress.newProfiles, ...(reply.newProfiles ?? [])])].slice(0, MAX_CHANGES),
  };
}

/** Sends a file, part by part. */
export interface ImportRun {
  /**
   * Goes on from where it is until the end, until `signal` says so (after the part that is under way), or until a part
   * fails, which is then sent again by the next call.
   * @throws RequestError, FileError
   */
  go(signal: AbortSignal, onProgress: (progress: ImportProgress) => void): Promise<ImportProgress>;
}

export function createImportRun(plan: ImportPlan, isDryRun: boolean): ImportRun {
  const { file, type, columns, delimiter, hasHeader, update } = plan;
  let progress = NO_PROGRESS;
  let isStarted = false;
  /** The part that is sent next; undefined: it has to be read. */
  let part: Awaited<ReturnType<ImportFile['next']>>;

  return {
    async go(signal, onProgress) {
      if (!isStarted) await file.start(delimiter, hasHeader);
      isStarted = true;
      while (!signal.aborted) {
        part ??= await file.next();
        if (!part) break;
        const request: ImportRequest = {
          file: part.text,
          mapping: { columns: [...columns], delimiter, update, header: part.hasHeader },
          options: { dryRun: isDryRun, firstLine: part.firstLine },
        };
        const reply = await sendImport(type, request);
        if (!isDryRun && reply.errors > 0) await file.failed(reply.failures ?? [], plan.errorTitle);
        progress = added(progress, part.lines, reply);
        part = undefined;
        onProgress(progress);
      }
      return progress;
    },
  };
}
