import type { Encoding } from './encoding.ts';

/** What a file holds; or why it cannot be imported. Lines are counted without the header and empty ones. */
export type FileFacts =
  | { header: string[] | undefined; samples: string[][]; columns: number; lines: number; encoding: Encoding }
  | { problem: 'oneColumn' | 'empty' }
  | { problem: 'uneven'; line: number; found: number; expected: number };

/** A part of a file, as it is sent. */
export interface FilePart {
  text: string;
  /** Number of its first line in the file. */
  firstLine: number;
  /** Lines without the header and empty ones. */
  lines: number;
  /** It begins with the header. */
  hasHeader: boolean;
}

export type WorkerRequest =
  | { kind: 'scan' | 'start'; file: File; delimiter: string; hasHeader: boolean }
  | { kind: 'next' }
  /** Lines of the part that was read last that could not be imported. */
  | { kind: 'failed'; failures: readonly { line: number; message: string }[]; errorTitle: string }
  | { kind: 'failures' };

export type WorkerReply = { id: number; result: unknown } | { id: number; error: string; line: number | undefined };
