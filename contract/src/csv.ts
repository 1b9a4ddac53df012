import Papa from 'papaparse';

/** A record of a CSV text. */
export interface CsvRecord {
  /** Number of the line of the text where it begins, from 1. */
  line: number;
  cells: string[];
}

/** Thrown for a text that is not CSV (RFC 4180). */
export class CsvError extends Error {
  readonly line: number;
  /** The records before it that no call has returned. */
  readonly before: readonly CsvRecord[];

  constructor(line: number, reason: string, before: readonly CsvRecord[]) {
    super(reason);
    this.line = line;
    this.before = before;
  }
}

/** Longest record in characters: without a limit, a quote that is never closed would collect the rest of the text. */
const MAX_RECORD_LENGTH = 1024 * 1024;
const BYTE_ORDER_MARK = '\ufeff';

/** What spreadsheets take for a formula, however many lines it has. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Reads a CSV text piece by piece. */
export interface CsvReader {
  /**
   * The records that end within the pieces so far, without those returned before. Empty lines are skipped.
   * @param isLast there are no more pieces: the rest is a record too
   * @throws CsvError
   */
  read(piece: string, isLast: boolean): CsvRecord[];
  /** The part of the text that the records of the last call are from, with empty lines. */
  taken(): string;
}

const countLineBreaks = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

const withoutEmpty = (records: readonly CsvRecord[]): CsvRecord[] =>
  records.filter(({ cells }) => cells.length > 1 || cells[0] !== '');

/**
 * @param delimiter one character between cells
 * @param firstLine number of the first line of the text
 */
export function createCsvReader(delimiter: string, firstLine = 1): CsvReader {
  let rest = '';
  let line = firstLine;
  let isFirst = true;
  let taken = '';
  let newline: '\n' | '\r' = '\n';

  function begin(piece: string): string {
    isFirst = false;
    // Lines that end with CR LF are read as ending with LF, so that files may mix both.
    if (!piece.includes('\n') && piece.includes('\r')) newline = '\r';
    return piece.startsWith(BYTE_ORDER_MARK) ? piece.slice(1) : piece;
  }

  function toRecord(row: string[]): CsvRecord {
    const record = { line, cells: row };
    line++;
    for (const cell of row) line += countLineBreaks(cell);
    const last = row.length - 1;
    const end = row[last];
    if (newline === '\n' && end?.endsWith('\r')) row[last] = end.slice(0, -1);
    return record;
  }

  return {
    read(piece, isLast) {
      rest += isFirst && piece !== '' ? begin(piece) : piece;
      taken = '';
      if (rest === '') return [];
      const parser = new Papa.Parser({ delimiter, newline, quoteChar: '"' });
      const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
      const end = isLast ? rest.length : meta.cursor;
      const broken = errors.find(({ type }) => type === 'Quotes');
      const records = data.map(toRecord);
      // What follows the last record that ended may begin with a quote that is closed in the next piece.
      const isBroken = broken !== undefined && (isLast || (broken.row ?? 0) < records.length - 1);
      if (isBroken) {
        const row = broken.row ?? 0;
        const reason = 'A text in quotes does not end where a cell ends';
        throw new CsvError(records[row]?.line ?? line, reason, withoutEmpty(records.slice(0, row)));
      }
      taken = rest.slice(0, end);
      rest = rest.slice(end);
      if (rest.length > MAX_RECORD_LENGTH) {
        throw new CsvError(line, `The record is longer than ${MAX_RECORD_LENGTH} characters`, withoutEmpty(records));
      }
      return withoutEmpty(records);
    },
    taken: () => taken,
  };
}

/** A CSV line of cells, without a line break at its end. */
export function writeCsvLine(cells: readonly string[], delimiter = ','): string {
  return Papa.unparse([[...cells]], { delimiter });
}

/**
 * Rows as lines of CSV, each with its end. Nulls are empty cells.
 * @param neutral texts that a spreadsheet would take for a formula, which begin with = + - @, a tab or a line break, get an
 * apostrophe
 */
export function writeCsvLines(rows: readonly (readonly unknown[])[], neutral: boolean): string {
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { newline: '\r\n', escapeFormulae: neutral && FORMULA },
  )}\r\n`;
}
