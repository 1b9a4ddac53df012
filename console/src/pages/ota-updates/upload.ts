/** How far an upload is. */
export interface UploadState {
  /** 'done': all has arrived, and becomes the file. */
  phase: 'sending' | 'paused' | 'failed' | 'done';
  /** Bytes that have arrived. */
  sent: number;
  total: number;
  /** Bytes a second since it went on last; undefined until it is known. */
  speed: number | undefined;
  /** With 'failed': why; it can go on. */
  error: unknown;
}

export interface UploadParts<Result> {
  file: Blob;
  /** Sends the part at `offset`; returns the bytes that have arrived. */
  send: (offset: number, part: Blob, signal: AbortSignal) => Promise<number>;
  /** Bytes that have arrived, after something went wrong. */
  received: () => Promise<number>;
  /** Makes what has arrived the file. It may be asked again when its answer was lost. */
  finish: () => Promise<Result>;
  /** Whether it is worth while to go on after an error; else the upload is over. */
  isTemporary: (error: unknown) => boolean;
  onChange: (state: UploadState) => void;
  /** Bytes of a part. */
  partSize?: number;
  now?: () => number;
}

/** Bytes that one call carries: small enough to show progress, and for little to be lost. */
const PART_SIZE = 2 * 1024 * 1024;

/** The upload was given up. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped';
}

/** Uploads a file in parts: it can be paused, and goes on where it was after a failure. It begins by itself. */
export function createUpload<Result>(parts: UploadParts<Result>) {
  const { file, partSize = PART_SIZE, now = Date.now } = parts;
  const over = Promise.withResolvers<Result>();
  let abort = new AbortController();
  let state: UploadState = { phase: 'sending', sent: 0, total: file.size, speed: undefined, error: undefined };
  /** Number of the present run: one that was paused says nothing any more. */
  let run = 0;

  function change(next: Partial<UploadState>): void {
    state = { ...state, ...next };
    parts.onChange(state);
  }

  async function sendAll(mine: number, isContinued: boolean): Promise<void> {
    try {
      // What has arrived as a whole may be the file already.
      if (isContinued && state.sent < file.size) change({ sent: await parts.received() });
      const [from, since] = [state.sent, now()];
      while (run === mine && state.sent < file.size) {
        const { sent } = state;
        const arrived = await parts.send(sent, file.slice(sent, sent + partSize), abort.signal);
        if (run !== mine) return;
        const elapsed = now() - since;
        change({ sent: arrived, speed: elapsed > 0 ? ((arrived - from) * 1000) / elapsed : undefined });
      }
      if (run !== mine) return;
      change({ phase: 'done' });
      over.resolve(await parts.finish());
    } catch (error) {
      if (run !== mine) return;
      run++;
      if (parts.isTemporary(error)) change({ phase: 'failed', speed: undefined, error });
      else over.reject(error);
    }
  }

  function begin(isContinued: boolean): void {
    abort = new AbortController();
    change({ phase: 'sending', speed: undefined, error: undefined });
    void sendAll(++run, isContinued);
  }

  begin(false);
  return {
    /** Resolves when all has arrived and is the file; rejects when it is refused or given up. */
    done: over.promise,
    pause(): void {
      if (state.phase !== 'sending') return;
      run++;
      abort.abort();
      change({ phase: 'paused', speed: undefined });
    },
    resume(): void {
      if (state.phase === 'paused' || state.phase === 'failed') begin(true);
    },
    stop(): void {
      if (state.phase === 'done') return;
      run++;
      abort.abort();
      over.reject(new UploadStopped());
    },
  };
}

export type Upload<Result = unknown> = ReturnType<typeof createUpload<Result>>;
