/** Texts of some thousand rows, as one. */
export interface PackedTexts {
  /** Each behind the end of a line. */
  readonly text: string;
  /** Where each begins, and where the last one ends. */
  readonly starts: Uint32Array;
  /** What each text begins and ends with; 0: it is empty. */
  readonly firsts: Uint8Array;
  readonly lasts: Uint8Array;
  /** The same of all of them. */
  readonly allFirsts: ReadonlySet<number>;
  readonly allLasts: ReadonlySet<number>;
}

/** Tells letters apart by one byte, most of them; not 0. */
const codeAt = (text: string, at: number): number => text.charCodeAt(at) & 0xff || 1;

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1);
  const firsts = new Uint8Array(texts.length);
  const lasts = new Uint8Array(texts.length);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    starts[at] = end + 1;
    end += text.length + 1;
    if (text.length === 0) continue;
    firsts[at] = codeAt(text, 0);
    lasts[at] = codeAt(text, text.length - 1);
  }
  starts[texts.length] = end + 1;
  // Joined at once, so that it is one text and not a tree of them.
  return {
    text: `\n${texts.join('\n')}\n`,
    starts,
    firsts,
    lasts,
    allFirsts: new Set(firsts),
    allLasts: new Set(lasts),
  };
}

/** The text of a row. */
export const textAt = ({ text, starts }: PackedTexts, row: number): string =>
  text.slice(starts[row], (starts[row + 1] as number) - 1);

/** Calls back with the rows of which a text contains the wanted one, ascending. */
function findWithin({ text, starts }: PackedTexts, wanted: string, see: (row: number) => void): void {
  const size = starts.length - 1;
  let row = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row + 1])) {
    while (row < size && (starts[row + 1] as number) <= at) row++;
    if (row >= size) return;
    see(row);
  }
}

/**
 * Where the wanted text can be cut, so that a text ends with what is before, and another one begins with what is behind: a bit of 32
 * for each place, of the letters before it and those behind it. Undefined: nowhere.
 */
function cutsOf(
  columns: readonly PackedTexts[],
  wanted: string,
): { before: Int32Array; behind: Int32Array } | undefined {
  const [before, behind] = [new Int32Array(0x100), new Int32Array(0x100)];
  let isCut = false;
  for (let at = 1; at < wanted.length; at++) {
    const [last, first] = [codeAt(wanted, at - 1), codeAt(wanted, at)];
    if (!columns.some(({ allLasts }) => allLasts.has(last))) continue;
    if (!columns.some(({ allFirsts }) => allFirsts.has(first))) continue;
    isCut = true;
    before[last] = (before[last] as number) | (1 << (at % 32));
    behind[first] = (behind[first] as number) | (1 << (at % 32));
  }
  return isCut ? { before, behind } : undefined;
}

/** Whether the wanted text, cut at a place, may go from the end of one text on into another one, as far as these two tell. */
function goesAcross(
  wanted: string,
  cut: number,
  { text: left, starts: leftStarts }: PackedTexts,
  { text: right, starts: rightStarts }: PackedTexts,
  row: number,
): boolean {
  const leftEnd = (leftStarts[row + 1] as number) - 1;
  const before = Math.min(cut, leftEnd - (leftStarts[row] as number));
  for (let at = 1; at <= before; at++) {
    if (left.charCodeAt(leftEnd - at) !== wanted.charCodeAt(cut - at)) return false;
  }
  const rightStart = rightStarts[row] as number;
  const behind = Math.min(wanted.length - cut, (rightStarts[row + 1] as number) - 1 - rightStart);
  for (let at = 0; at < behind; at++) {
    if (right.charCodeAt(rightStart + at) !== wanted.charCodeAt(cut + at)) return false;
  }
  return true;
}

/** The same of any two texts of a row that stand one after the other, but for empty ones. */
function mayGoAcross(columns: readonly PackedTexts[], wanted: string, codes: Uint8Array, row: number): boolean {
  let left: PackedTexts | undefined;
  for (const right of columns) {
    const first = right.firsts[row] as number;
    if (first === 0) continue;
    const last = left?.lasts[row];
    for (let cut = 1; left && cut < wanted.length; cut++) {
      if (codes[cut - 1] !== last || codes[cut] !== first) continue;
      if (goesAcross(wanted, cut, left, right, row)) return true;
    }
    left = right;
  }
  return false;
}

/** What a text ends with, or else the one before it. */
function endsBehind(lasts: Uint8Array, former: Uint8Array): Uint8Array {
  const ends = new Uint8Array(lasts.length);
  for (let row = 0; row < ends.length; row++) ends[row] = (lasts[row] as number) || (former[row] as number);
  return ends;
}

/** In which rows the wanted text may be found across an end, by the letters before it and behind it: they are not 0. */
function rowsAcross(
  columns: readonly PackedTexts[],
  { before, behind }: NonNullable<ReturnType<typeof cutsOf>>,
  size: number,
): Int32Array {
  const mayBe = new Int32Array(size);
  /** What the last text ends with that is not empty. */
  let ends: Uint8Array | undefined;
  for (const { firsts, lasts, allFirsts } of columns) {
    if (ends && [...allFirsts].some((first) => behind[first] !== 0)) {
      for (let row = 0; row < size; row++) {
        const cuts = (before[ends[row] as number] as number) & (behind[firsts[row] as number] as number);
        mayBe[row] = (mayBe[row] as number) | cuts;
      }
    }
    ends = ends && allFirsts.has(0) ? endsBehind(lasts, ends) : lasts;
  }
  return mayBe;
}

/** Marks the rows in whose texts, written one after the other, the wanted one is found across an end of one of them. */
function markAcross(columns: readonly PackedTexts[], wanted: string, marks: Uint8Array): void {
  const cuts = cutsOf(columns, wanted);
  if (!cuts) return;
  const mayBe = rowsAcross(columns, cuts, marks.length);
  const codes = new Uint8Array(wanted.length).map((_, at) => codeAt(wanted, at));
  for (let row = 0; row < marks.length; row++) {
    // Letters are compared before texts are put together, which takes ten times as long.
    if (mayBe[row] === 0 || marks[row] || !mayGoAcross(columns, wanted, codes, row)) continue;
    let text = '';
    for (const column of columns) text += textAt(column, row);
    if (text.includes(wanted)) marks[row] = 1;
  }
}

/**
 * Which rows have a text in what some columns have of them, written one after the other; ascending.
 * @param wanted without ends of lines
 * @param size of rows
 */
export function rowsWith(columns: readonly PackedTexts[], wanted: string, size: number): Uint16Array {
  const rows = new Uint16Array(size);
  let count = 0;
  const [first, ...others] = columns;
  if (first && others.length === 0) {
    findWithin(first, wanted, (row) => {
      rows[count++] = row;
    });
  } else {
    const marks = new Uint8Array(size);
    const mark = (row: number): void => {
      marks[row] = 1;
    };
    for (const column of columns) findWithin(column, wanted, mark);
    if (wanted.length > 1) markAcross(columns, wanted, marks);
    for (let row = 0; row < size; row++) if (marks[row]) rows[count++] = row;
  }
  return rows.slice(0, count);
}
