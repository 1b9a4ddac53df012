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

/** Everything of a workbook but its sheet (ECMA-376 part 1, §12); style 1 is bold, for the titles. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML cannot hold, and control characters that it should not; line breaks and tabs are fine. */
const NOT_XML = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const escaped = (text: string): string =>
  text
    .slice(0, MAX_CELL_LENGTH)
    .replace(NOT_XML, (character) => ('\t\n\r'.includes(character) ? character : '\ufffd'))
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

async function* sheet(titles: readonly string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowsXml([titles], ' s="1"')}`;
  for await (const rows of pages) if (rows.length > 0) yield rowsXml(rows);
  yield '</sheetData></worksheet>';
}

/** A list as a workbook with one sheet, compressed while it is read. */
export function xlsxFile(titles: readonly string[], pages: AsyncIterable<Cell[][]>): Readable {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), name);
  const source = Readable.from(sheet(titles, pages));
  const output = zip.outputStream as Readable;
  source.once('error', (error) => output.destroy(error));
  zip.once('error', (error: Error) => output.destroy(error));
  // Who reads no further ends the reading of the list.
  output.once('close', () => source.destroy());
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 });
  zip.end();
  return output;
}
