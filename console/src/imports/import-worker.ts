import { type CsvReader, type CsvRecord, createCsvReader, writeCsvLine } from '@signalbox/contract/csv';
import { type Encoding, encodingOf } from './encoding.ts';
import type { FileFacts, FilePart, WorkerReply, WorkerRequest } from './import-messages.ts';

/*
 * Reads a file beside the page, piece by piece: neither the page nor this worker ever holds all of it.
 */

/** Characters of a part, about; a part ends with a record. */
const PART_LENGTH = 128 * 1024;
/** Lines of a part, about. */
const PART_LINES = 1000;
/** Characters that are read at a time. */
const PIECE_LENGTH = 16 * 1024;
/** Lines that are shown as examples. */
const SAMPLE_LINES = 3;

interface Open {
  file: File;
  delimiter: string;
  header: string[] | undefined;
  reader: CsvReader;
  pieces: AsyncGenerator<{ text: string; isLast: boolean }>;
  /** Records of the part that was read last, by the numbers of their lines. */
  part: Map<number, CsvRecord>;
  isHeaderNext: boolean;
  /** Lines of the file of failures. */
  failures: string[];
}

let open: Open | undefined;

/** The text of a file, a piece at a time. */
async function* piecesOf(file: File, encoding: Encoding): AsyncGenerator<{ text: string; isLast: boolean }> {
  const reader = file.stream().pipeThrough(new TextDecoderStream(encoding)).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? '';
    while (text.length > PIECE_LENGTH) {
      yield { text: text.slice(0, PIECE_LENGTH), isLast: false };
      text = text.slice(PIECE_LENGTH);
    }
    if (!done) continue;
    yield { text, isLast: true };
    return;
  }
}

/** Reads the whole file once: how many lines it has, and whether all have as many cells. */
async function scan(file: File, delimiter: string, hasHeader: boolean): Promise<FileFacts> {
  const encoding = await encodingOf(file);
  const reader = createCsvReader(delimiter);
  let header: string[] | undefined;
  const samples: string[][] = [];
  let columns = 0;
  let lines = 0;
  for await (const { text, isLast } of piecesOf(file, encoding)) {
    for (const { line, cells } of reader.read(text, isLast)) {
      if (columns === 0) columns = cells.length;
      if (columns < 2) return { problem: 'oneColumn' };
      if (cells.length !== columns) return { problem: 'uneven', line, found: cells.length, expected: columns };
      if (hasHeader && header === undefined) {
        header = cells;
        continue;
      }
      lines++;
      if (samples.length < SAMPLE_LINES) samples.push(cells);
    }
  }
  if (lines === 0) return { problem: 'empty' };
  return { header, samples, columns, lines, encoding };
}

/** Starts reading from the beginning. */
async function start(file: File, delimiter: string, hasHeader: boolean): Promise<void> {
  open = {
    file,
    delimiter,
    header: undefined,
    reader: createCsvReader(delimiter),
    pieces: piecesOf(file, await encodingOf(file)),
    part: new Map(),
    isHeaderNext: hasHeader,
    failures: [],
  };
}

/** The next part of the file; undefined at its end. */
async function nextPart(own: Open): Promise<FilePart | undefined> {
  own.part = new Map();
  let text = '';
  let firstLine = 0;
  while (text.length < PART_LENGTH && own.part.size < PART_LINES) {
    const { value: piece, done } = await own.pieces.next();
    if (done || !piece) break;
    const records = own.reader.read(piece.text, piece.isLast);
    // Empty lines before the first record are left out, so that its number is that of the first line.
    const taken = text === '' ? own.reader.taken().replace(/^\ufeff?(?:[ \t]*\r?\n)*/, '') : own.reader.taken();
    if (records.length === 0 && text === '') continue;
    firstLine ||= records[0]?.line ?? 0;
    text += taken;
    for (const record of records) {
      if (own.isHeaderNext) {
        own.isHeaderNext = false;
        own.header = record.cells;
      } else own.part.set(record.line, record);
    }
  }
  if (text === '') return undefined;
  const isFirst = own.header !== undefined && !own.part.has(firstLine);
  return { text, firstLine, lines: own.part.size, hasHeader: isFirst };
}

function noteFailures(own: Open, failures: readonly { line: number; message: string }[], errorTitle: string): void {
  if (own.failures.length === 0 && own.header && failures.length > 0) {
    own.failures.push(writeCsvLine([...own.header, errorTitle], own.delimiter));
  }
  for (const { line, message } of failures) {
    const record = own.part.get(line);
    if (record) own.failures.push(writeCsvLine([...record.cells, message], own.delimiter));
  }
}

async function answer(request: WorkerRequest): Promise<unknown> {
  if (request.kind === 'scan') return scan(request.file, request.delimiter, request.hasHeader);
  if (request.kind === 'start') return start(request.file, request.delimiter, request.hasHeader);
  if (!open) throw new Error('no file is open');
  if (request.kind === 'next') return nextPart(open);
  if (request.kind === 'failed') return noteFailures(open, request.failures, request.errorTitle);
  return new Blob(['\ufeff', ...open.failures.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' });
}

self.onmessage = ({ data }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  const reply = (message: WorkerReply) => self.postMessage(message);
  answer(data.request).then(
    (result) => reply({ id: data.id, result }),
    (error: Error & { line?: number }) => reply({ id: data.id, error: error.message, line: error.line }),
  );
};
