/** The limit that a script exceeded. */
export type ScriptLimit = 'time' | 'memory' | 'depth';

/** A mistake in a script, or something that scripts may not do. */
export class ScriptError extends Error {
  /** Line of the script, from 1. */
  readonly line: number | undefined;
  /** Set when the script was stopped. */
  readonly limit: ScriptLimit | undefined;
  constructor(message: string, more: { name?: string; line?: number | undefined; limit?: ScriptLimit } = {}) {
    super(more.line === undefined ? message : `${message} (line ${more.line})`);
    this.name = more.name ?? 'ScriptError';
    this.line = more.line;
    this.limit = more.limit;
  }
}
