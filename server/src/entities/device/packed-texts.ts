/** Texts of some thousand rows, as one. */
export interface PackedTexts {
  /** Each behind the end of a line. */
  readonly text: string;
  /** Where each begins, and where the last one ends. */
  readonly starts: Uint32Array;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    starts[at] = end + 1;
    end += text.length + 1;
  }
  starts[texts.length] = end + 1;
  // Joined at once, so that it is one text and not a tree of them.
  return { text: `\n${texts.join('\n')}\n`, starts };
}

/** The text of a row. */
export const textAt = ({ text, starts }: PackedTexts, row: number): string =>
  text.slice(starts[row], (starts[row + 1] as number) - 1);

/** Marks the rows of which a text contains the wanted one. */
function markWithin({ text, starts }: PackedTexts, wanted: string, marks: Uint8Array): void {
  const size = marks.length;
  let row = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row + 1])) {
    while (row < size && (starts[row + 1] as number) <= at) row++;
    if (row >= size) return;
    marks[row] = 1;
  }
}

/** Marks the rows in whose texts, written one after the other, the wanted one is found across an end of one of them. */
function markAcross(columns: readonly PackedTexts[], wanted: string, marks: Uint8Array): void {
  /** Whether letters go on with this one, by its code. */
  const goesOn = new Uint8Array(0x10000);
  for (let at = 1; at < wanted.length; at++) goesOn[wanted.charCodeAt(at)] = 1;
  for (let row = 0; row < marks.length; row++) {
    if (marks[row]) continue;
    let last = -1;
    let mayBe = false;
    for (const { text, starts } of columns) {
      const [start, end] = [starts[row] as number, (starts[row + 1] as number) - 1];
      if (start === end) continue;
      const first = text.charCodeAt(start);
      if (last !== -1 && goesOn[first] && wanted.includes(String.fromCharCode(last, first))) mayBe = true;
      last = text.charCodeAt(end - 1);
    }
    if (
      mayBe &&
      columns
        .map((column) => textAt(column, row))
        .join('')
        .includes(wanted)
    )
      marks[row] = 1;
  }
}

/**
 * Which rows have a text in what some columns have of them, written one after the other: 1 for each that has.
 * @param wanted without ends of lines
 * @param size of rows
 */
export function marksOf(columns: readonly PackedTexts[], wanted: string, size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (const column of columns) markWithin(column, wanted, marks);
  if (columns.length > 1 && wanted.length > 1) markAcross(columns, wanted, marks);
  return marks;
}
