/** A schema that cannot be used. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  /** 'parse': it is not a schema; 'syntax': it is not proto3; 'rule': it contains something unsupported. */
  readonly kind: 'parse' | 'syntax' | 'rule';
  /** What is wrong; with the kind 'syntax', what the schema says it is. */
  readonly reason: string;
  /** From 1; undefined when it is the whole. */
  readonly line: number | undefined;

  constructor(kind: 'parse' | 'syntax' | 'rule', reason: string, line?: number) {
    super(line === undefined ? reason : `${reason} (line ${line})`);
    this.kind = kind;
    this.reason = reason;
    this.line = line;
  }

  /** What the parser says, which names the line at the end of its text. */
  static ofParser(error: unknown): SchemaError {
    if (error instanceof SchemaError) return error;
    const text = error instanceof Error ? error.message : String(error);
    const [, reason = text, line] = /^(.*?)(?: \(line (\d+)\))?$/s.exec(text) ?? [];
    const ofEnd = reason.replace(/^illegal .*'null'(?=$|,)/, 'unexpected end of the text');
    return new SchemaError('parse', ofEnd.slice(0, 300), line === undefined ? undefined : Number(line));
  }
}
