import { type Logger, pino, stdSerializers } from 'pino';
import { isTransient } from './transient-error.ts';

const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

interface LogLine {
  time: number;
  level: number;
  msg?: string;
  err?: { stack?: string; message?: string };
  [name: string]: unknown;
}

/** A human-readable log line: time, level, message, then the other members as `name=value`. */
export function readableLine(json: string): string {
  const { time, level, msg, err, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(json) as LogLine;
  const members = Object.entries(rest).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return ` ${name}=${oneLine(shortened(text ?? 'undefined'))}`;
  });
  const cause = err
    ? `\n    ${shortened(err.stack ?? err.message ?? '')
        .split('\n')
        .map(oneLine)
        .join('\n    ')}`
    : '';
  const start = `${new Date(time).toISOString()} ${(LEVELS[level] ?? String(level)).padEnd(5)}`;
  return `${start} ${oneLine(shortened(msg ?? ''))}${members.join('')}${cause}\n`;
}

/** Longest text of a value or a cause, in characters: some repeat what a client sent. */
const MAX_TEXT = 4000;

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** Values sent by clients must not be able to forge log lines. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** ms in which a repeated line is written once: while the database is unavailable, many parts meet the same error */
const REPEAT_AFTER_MS = 10_000;

/** Detects lines about transient errors that were just written. */
function createRepeatFilter(): (message: unknown) => boolean {
  /** message → when it was last written, epoch ms; messages are literals of the code, so they are few */
  const written = new Map<unknown, number>();
  return (message) => {
    const now = Date.now();
    if (now - (written.get(message) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return true;
    written.set(message, now);
    return false;
  };
}

/** The server's log: readable lines on standard error. */
export function createLog(level: string): Logger {
  const isRepeated = createRepeatFilter();
  return pino(
    {
      level,
      serializers: {
        // The stack of a transient error does not matter.
        err: (error: Error) => (isTransient(error) ? { message: error.message } : stdSerializers.err(error)),
      },
      hooks: {
        logMethod(line, method) {
          const [first, message] = line as unknown[];
          const error = (first as { err?: unknown } | null)?.err;
          if (error !== undefined && isTransient(error) && isRepeated(message)) return;
          method.apply(this, line);
        },
      },
    },
    { write: (line: string) => process.stderr.write(readableLine(line)) },
  );
}
