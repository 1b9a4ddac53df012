import { type Logger, pino, stdSerializers } from 'pino';

const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

interface LogLine {
  time: number;
  level: number;
  msg?: string;
  err?: { stack?: string; message?: string };
  [name: string]: unknown;
}

/** One log line for people: time, level, message, then the other members as `name=value`. */
export function readableLine(json: string): string {
  const { time, level, msg, err, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(json) as LogLine;
  const members = Object.entries(rest).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return ` ${name}=${oneLine(text ?? 'undefined')}`;
  });
  const cause = err ? `\n    ${(err.stack ?? err.message ?? '').replaceAll('\n', '\n    ')}` : '';
  const start = `${new Date(time).toISOString()} ${(LEVELS[level] ?? String(level)).padEnd(5)}`;
  return `${start} ${oneLine(msg ?? '')}${members.join('')}${cause}\n`;
}

/** Values of clients must not be able to look like lines of their own. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** The server's log: readable lines on standard error. */
export function createLog(level: string): Logger {
  return pino(
    { level, serializers: { err: stdSerializers.err } },
    { write: (line: string) => process.stderr.write(readableLine(line)) },
  );
}
