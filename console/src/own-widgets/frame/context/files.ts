import type { Bridge } from '../bridge.ts';

/** Between the values of a line, as spreadsheets of most languages read it. */
const SEPARATOR = ';';

/** What spreadsheets take for a formula; values that come as texts are numbers all the same. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const plain = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const cell = (value: unknown): string => {
  const text =
    value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : plain(String(value));
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows by the names of their columns, which the first row decides, as lines with a header. */
function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((line) => line.map(cell).join(SEPARATOR)).join('\r\n');
}

/** `importExport`, as far as it saves files: frames may not, so the page does. */
export function createFiles(bridge: Bridge) {
  const exportJson = (data: unknown, name: unknown) =>
    bridge.post('saveFile', 'json', String(name), JSON.stringify(data, null, 2));
  return {
    exportCsv: (rows: readonly Readonly<Record<string, unknown>>[], name: unknown) =>
      bridge.post('saveFile', 'csv', String(name), csvOf(rows)),
    ...{ exportJson, exportJSON: exportJson },
    exportText: (data: unknown, name: unknown) =>
      bridge.post('saveFile', 'txt', String(name), Array.isArray(data) ? data.join('\n') : String(data)),
  };
}
