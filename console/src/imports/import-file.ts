import type { FileFacts, FilePart, WorkerReply, WorkerRequest } from './import-messages.ts';

/** A file could not be read as CSV. */
export class FileError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}

/** A CSV file of the person, read by a worker. */
export interface ImportFile {
  /** Reads it once to tell what it holds. @throws FileError */
  scan(delimiter: string, hasHeader: boolean): Promise<FileFacts>;
  /** Goes back to its beginning. */
  start(delimiter: string, hasHeader: boolean): Promise<void>;
  /** The next part; undefined at the end. @throws FileError */
  next(): Promise<FilePart | undefined>;
  /** Keeps lines of that part for the file of failures. */
  failed(failures: readonly { line: number; message: string }[], errorTitle: string): Promise<void>;
  /** Those lines as a CSV file, each with why it failed. */
  failures(): Promise<Blob>;
  close(): void;
}

/** Opens a file in a worker of its own. */
export function openImportFile(file: File): ImportFile {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    const requested = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) requested?.reject(new FileError(data.error, data.line));
    else requested?.resolve(data.result as never);
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  };
  const ask = <Result>(request: WorkerRequest): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as (result: never) => void, reject });
      worker.postMessage({ id, request });
    });
  return {
    scan: (delimiter, hasHeader) => ask({ kind: 'scan', file, delimiter, hasHeader }),
    start: (delimiter, hasHeader) => ask({ kind: 'start', file, delimiter, hasHeader }),
    next: () => ask({ kind: 'next' }),
    failed: (failures, errorTitle) => ask({ kind: 'failed', failures, errorTitle }),
    failures: () => ask({ kind: 'failures' }),
    close: () => worker.terminate(),
  };
}
