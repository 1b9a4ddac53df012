import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from './cells.ts';

/** Rows that a sheet of a spreadsheet can hold, besides that of the titles. */
export const MAX_SHEET_ROWS = 1_048_575;
/** Characters that a cell can hold. */
const MAX_CELL_LENGTH = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 1 is bold, for the titles. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/** Everything of a workbook but its sheets, by path (ECMA-376 part 1, §12). */
function partsOf(sheets: number): Readonly<Record<string, string>> {
  const each = (text: (number: number) => string) =>
    Array.from({ length: sheets }, (_, index) => text(index + 1)).join('');
  const name = (number: number) => (number === 1 ? 'List' : `List ${number}`);
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="sheet${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${each((number) => `<Relationship Id="sheet${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML cannot hold, and control characters that it should not; line breaks and tabs are fine. */
const NOT_XML = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** What a cell takes for a character that is written by its number (ECMA-376 part 1, §22.9.2.19). */
const NUMBERED = /_(?=x[\da-f]{4}_)/gi;

const escaped = (text: string): string =>
  text
    .slice(0, MAX_CELL_LENGTH)
    .replace(NUMBERED, '_x005F_')
    .replace(NOT_XML, (character) => ('\t\n\r'.includes(character) ? character : '\ufffd'))
    // XML reads a carriage return as the end of a line.
    .replace(/\r/g, '_x000D_')
    .replace(/[&<>]/g, (character) => ESCAPES[character] as string);

/** A cell of a sheet. Texts are of the type that is never a formula. */
function cellXml(cell: Cell, style: string): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c${style} t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const rowsXml = (rows: readonly (readonly Cell[])[], style = ''): string =>
  rows.map((cells) => `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`).join('');

/** Pages of rows, some of which can be given back. */
interface Rows {
  /** Undefined at the end. */
  next(): Promise<Cell[][] | undefined>;
  putBack(rows: Cell[][]): void;
}

function rowsOf(pages: AsyncIterable<Cell[][]>): Rows & { close(): Promise<void> } {
  const source = pages[Symbol.asyncIterator]();
  let back: Cell[][] | undefined;
  return {
    async next() {
      const rows = back;
      back = undefined;
      if (rows) return rows;
      const { done, value } = await source.next();
      return done ? undefined : value;
    },
    putBack(rows) {
      back = rows;
    },
    async close() {
      await source.return?.();
    },
  };
}

/** Writes a sheet, until it is full: what does not fit is given back. */
async function* sheet(titles: readonly string[], pages: Rows, maxRows: number): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowsXml([titles], ' s="1"')}`;
  for (let left = maxRows; ; ) {
    const rows = await pages.next();
    if (!rows) break;
    const written = rows.slice(0, left);
    if (written.length > 0) yield rowsXml(written);
    left -= written.length;
    if (written.length < rows.length) {
      pages.putBack(rows.slice(written.length));
      break;
    }
  }
  yield '</sheetData></worksheet>';
}

/**
 * Rows as a workbook, compressed while it is read. What does not fit on a sheet goes on on the next one.
 * @param maxRows of a sheet, besides its titles
 */
export function xlsxFile(
  titles: readonly string[],
  pages: AsyncIterable<Cell[][]>,
  maxRows: number = MAX_SHEET_ROWS,
): Readable {
  const zip = new ZipFile();
  const rows = rowsOf(pages);
  const output = zip.outputStream as Readable;
  zip.once('error', (error: Error) => output.destroy(error));
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error as Error);

  function add(number: number): void {
    const source = Readable.from(sheet(titles, rows, maxRows));
    current = source;
    source.once('error', fail);
    source.once('end', () => void goOn(number).catch(fail));
    zip.addReadStream(source, `xl/worksheets/sheet${number}.xml`, { compressionLevel: 1 });
  }

  /** Another sheet for what is left, or everything that names the sheets. */
  async function goOn(number: number): Promise<void> {
    const left = await rows.next();
    if (left) {
      rows.putBack(left);
      add(number + 1);
      return;
    }
    for (const [name, text] of Object.entries(partsOf(number))) zip.addBuffer(Buffer.from(text), name);
    zip.end();
  }

  // Who reads no further ends the reading of the list.
  output.once('close', () => {
    current?.destroy();
    rows.close().catch(() => undefined);
  });
  add(1);
  return output;
}
