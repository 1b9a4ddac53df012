/*
 * Protocol between the server and its sandbox: JSON texts, each preceded by its length in bytes (4 bytes,
 * little-endian).
 */

/** A request of the server. */
export type SandboxOrder =
  | { do: 'compile'; tenant: string; script: number; body: string; argNames: readonly string[] }
  /** `ms`: time limit of all calls together */
  | { do: 'run'; script: number; calls: SandboxCall[]; ms: number }
  | { do: 'drop'; script: number };

export type SandboxRequest = SandboxOrder & { id: number };

/** id of the first reply, which only says that the process has started. */
export const READY = 0;

export type SandboxCall = [msg: string, metadata: Readonly<Record<string, string>>, msgType: string];

/** [type, JSON text or null] of a value, or [null, text] of an error. */
export type SandboxResult = [type: string, json: string | null] | [type: null, error: string];

/** A reply of the sandbox; replies come in the order of the requests. */
export interface SandboxReply {
  id: number;
  /** compile: the error */
  error?: string;
  /** run: results of the calls that were completed */
  done?: SandboxResult[];
  /** run: why it stopped before the last call; compile: that it has taken all of its time */
  stopped?: 'timeout' | 'memory' | 'unknown';
  /** ms of processor time that the request took. */
  cpu: number;
  /** The process holds much memory that no script of its has; it is to be replaced. */
  isWorn?: true;
}

/** Longest frame, in bytes. */
const MAX_FRAME = 256 * 1024 * 1024;

export function writeFrame(value: SandboxRequest | SandboxReply): Buffer {
  const text = JSON.stringify(value);
  const frame = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.write(text, 4);
  return frame;
}

/** Buffers incoming bytes and calls `onFrame` for each complete frame. */
export function createFrameReader<T>(onFrame: (value: T) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  return (bytes) => {
    parts.push(bytes);
    length += bytes.length;
    if (length < 4) return;
    let all = parts.length === 1 ? bytes : undefined;
    let at = 0;
    for (;;) {
      if (length - at < 4) break;
      const first = parts[0] as Buffer;
      if (!all && first.length < at + 4) all = Buffer.concat(parts);
      const size = (all ?? first).readUInt32LE(at);
      if (size > MAX_FRAME) throw new Error('A frame is too long');
      if (length - at < 4 + size) break;
      all ??= Buffer.concat(parts);
      onFrame(JSON.parse(all.toString('utf8', at + 4, at + 4 + size)) as T);
      at += 4 + size;
    }
    if (at === 0) return;
    const rest = (all as Buffer).subarray(at);
    parts = rest.length > 0 ? [rest] : [];
    length = rest.length;
  };
}
