import { decodedText, encodedText } from './base64-json.ts';
import type { LoggingLevel } from './gateway-draft.ts';

/** Parts of a gateway that log to a file of their own. */
const PARTS = ['service', 'connector', 'converter', 'tb_connection', 'storage', 'extension'] as const;
const LINE = '%(asctime)s - %(levelname)s - [%(filename)s] - %(module)s - %(lineno)d - %(message)s';

/**
 * The settings of a gateway's log files, as Python's `logging.config.fileConfig` reads them. Python has no level
 * without any message; the quietest stands for it.
 */
export function logsText(level: LoggingLevel, path: string): string {
  const used = level === 'NONE' ? 'CRITICAL' : level;
  const folder = path.endsWith('/') ? path : `${path}/`;
  const handlers = PARTS.map((part) => `${part}Handler`);
  const section = (name: string, ...lines: readonly string[]) => [`[${name}]`, ...lines, ''];
  return [
    ...section('loggers', `keys=root,${PARTS.join(',')}`),
    ...section('handlers', `keys=consoleHandler,${handlers.join(',')}`),
    ...section('formatters', 'keys=LogFormatter'),
    ...section('logger_root', 'level=ERROR', 'handlers=consoleHandler'),
    ...PARTS.flatMap((part) =>
      section(
        `logger_${part}`,
        `level=${used}`,
        `handlers=${part}Handler`,
        'formatter=LogFormatter',
        `qualname=${part}`,
      ),
    ),
    ...section(
      'handler_consoleHandler',
      'class=StreamHandler',
      `level=${used}`,
      'formatter=LogFormatter',
      'args=(sys.stdout,)',
    ),
    ...PARTS.flatMap((part) =>
      section(
        `handler_${part}Handler`,
        `level=${used}`,
        'class=logging.handlers.TimedRotatingFileHandler',
        'formatter=LogFormatter',
        `args=(${JSON.stringify(`${folder}${part}.log`)}, "d", 1, 7,)`,
      ),
    ),
    ...section('formatter_LogFormatter', `format="${LINE}"`, 'datefmt="%Y-%m-%d %H:%M:%S"'),
  ].join('\n');
}

/** How a gateway sends and takes the text: base64, with `}}` for the end of a line. */
export function encodedLogs(text: string): string {
  return encodedText(text.replaceAll('\n', '}}'));
}

export function decodedLogs(encoded: unknown): string | undefined {
  try {
    return typeof encoded === 'string' && encoded !== '' ? decodedText(encoded).replaceAll('}}', '\n') : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of the first log file; undefined when there is none. */
export function logPathOf(text: string): string | undefined {
  return /args=\("([^"\n]*\/)[^"/\n]+"/.exec(text)?.[1];
}
