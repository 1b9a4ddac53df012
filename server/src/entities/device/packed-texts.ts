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
  /** Which letters any of them has: 1 at their code. */
  readonly letters: Uint8Array;
  /** Which runs of four letters: a bit at the number of each, which few others have. */
  readonly runs: Uint32Array;
}

/** Places in a text that are told apart by a bit each. */
const BITS = 32;

/** Room for a search, which is used again: to get and to give back as much for each thousand rows takes longer than to look at them. */
const MAX_ROWS = 0x10000;
const ROW_SPACE = new Uint16Array(MAX_ROWS);
const [MARK_SPACE, END_SPACE] = [new Uint8Array(MAX_ROWS), new Uint8Array(MAX_ROWS)];

/** Tells letters apart by one byte, most of them; not 0. */
const codeAt = (text: string, at: number): number => text.charCodeAt(at) & 0xff || 1;

/** Letters of a run. */
const RUN = 4;
const RUN_NUMBERS = 0x10000;

/** The number of a run, by that of the one before it: each letter moves on by four bits of sixteen, and so out of it. */
const numberOfRun = (before: number, code: number): number => ((before << 4) ^ code) & (RUN_NUMBERS - 1);

/** Which letters, and which runs of them, a text has. */
function contentsOf(text: string): Pick<PackedTexts, 'letters' | 'runs'> {
  const [letters, runs] = [new Uint8Array(0x100), new Uint32Array(RUN_NUMBERS / BITS)];
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codeAt(text, at);
    letters[code] = 1;
    run = numberOfRun(run, code);
    runs[run >> 5] = (runs[run >> 5] as number) | (1 << (run & 31));
  }
  return { letters, runs };
}

/** Whether texts may have all runs of the wanted one: most that do not have it lack one of them. */
function haveRuns({ runs }: PackedTexts, wanted: string): boolean {
  let run = 0;
  for (let at = 0; at < wanted.length; at++) {
    run = numberOfRun(run, codeAt(wanted, at));
    if (at >= RUN - 1 && ((runs[run >> 5] as number) & (1 << (run & 31))) === 0) return false;
  }
  return true;
}

/** @param text each behind the end of a line @param starts see PackedTexts */
function packed(text: string, starts: Uint32Array): PackedTexts {
  const size = starts.length - 1;
  const [firsts, lasts] = [new Uint8Array(size), new Uint8Array(size)];
  for (let row = 0; row < size; row++) {
    const [start, end] = [starts[row] as number, (starts[row + 1] as number) - 1];
    if (start === end) continue;
    firsts[row] = codeAt(text, start);
    lasts[row] = codeAt(text, end - 1);
  }
  return {
    text,
    ...contentsOf(text),
    starts,
    firsts,
    lasts,
    allFirsts: new Set(firsts),
    allLasts: new Set(lasts),
  };
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1);
  let start = 1;
  for (const [at, text] of texts.entries()) {
    starts[at] = start;
    start += text.length + 1;
  }
  starts[texts.length] = start;
  // Joined at once, so that it is one text and not a tree of them.
  return packed(`\n${texts.join('\n')}\n`, starts);
}

/** The same of texts that come as lines, none of which has ends of lines in it. @param size of them */
export function packLines(lines: string, size: number): PackedTexts {
  const text = `\n${lines}\n`;
  const starts = new Uint32Array(size + 1);
  for (let row = 0, end = 0; row <= size; row++) {
    starts[row] = end + 1;
    end = text.indexOf('\n', end + 1);
  }
  return packed(text, starts);
}

/** The text of a row. */
export const textAt = ({ text, starts }: PackedTexts, row: number): string =>
  text.slice(starts[row], (starts[row + 1] as number) - 1);

/** Whether some columns have all letters of the wanted text: where one is missing, they need not be gone through. */
function haveLetters(columns: readonly PackedTexts[], wanted: string): boolean {
  for (let at = 0; at < wanted.length; at++) {
    const code = codeAt(wanted, at);
    if (!columns.some(({ letters }) => letters[code] === 1)) return false;
  }
  return true;
}

/** Calls back with the rows of which a text contains the wanted one, ascending. */
function findWithin(column: PackedTexts, wanted: string, see: (row: number) => void): void {
  if (!haveLetters([column], wanted) || !haveRuns(column, wanted)) return;
  const { text, starts } = column;
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
    before[last] = (before[last] as number) | (1 << (at % BITS));
    behind[first] = (behind[first] as number) | (1 << (at % BITS));
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

/** Whether a row has the wanted text across the beginning of one of its texts. @param cuts where that may be: see cutsOf */
function isAcross(columns: readonly PackedTexts[], at: number, wanted: string, cuts: number, row: number): boolean {
  let before = at - 1;
  while (before > 0 && columns[before]?.firsts[row] === 0) before--;
  const [left, right] = [columns[before], columns[at]];
  if (!left || !right) return false;
  for (let rest = cuts; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    for (let cut = bit || BITS; cut < wanted.length; cut += BITS) {
      // Letters are compared before texts are put together, which takes ten times as long.
      if (goesAcross(wanted, cut, left, right, row)) {
        return columns
          .map((column) => textAt(column, row))
          .join('')
          .includes(wanted);
      }
    }
  }
  return false;
}

/** Marks the rows in whose texts, written one after the other, the wanted one is found across an end of one of them. */
function markAcross(columns: readonly PackedTexts[], wanted: string, marks: Uint8Array): void {
  const cutsOfLetters = cutsOf(columns, wanted);
  if (!cutsOfLetters) return;
  const { before, behind } = cutsOfLetters;
  // What the last text ends with that is not empty.
  const ends = END_SPACE.fill(0, 0, marks.length);
  for (const [at, { firsts, lasts, allFirsts }] of columns.entries()) {
    if (at > 0 && [...allFirsts].some((first) => behind[first] !== 0)) {
      for (let row = 0; row < marks.length; row++) {
        const cuts = (before[ends[row] as number] as number) & (behind[firsts[row] as number] as number);
        if (cuts !== 0 && !marks[row] && isAcross(columns, at, wanted, cuts, row)) marks[row] = 1;
      }
    }
    if (!allFirsts.has(0)) ends.set(lasts);
    else for (let row = 0; row < marks.length; row++) ends[row] = (lasts[row] as number) || (ends[row] as number);
  }
}

/**
 * Which rows have a text in what some columns have of them, written one after the other; ascending.
 * @param wanted without ends of lines
 * @param size of rows
 */
export function rowsWith(columns: readonly PackedTexts[], wanted: string, size: number): Uint16Array {
  const rows = ROW_SPACE;
  let count = 0;
  const [first, ...others] = columns;
  if (first && others.length === 0) {
    findWithin(first, wanted, (row) => {
      rows[count++] = row;
    });
  } else {
    const marks = MARK_SPACE.subarray(0, size).fill(0);
    const mark = (row: number): void => {
      marks[row] = 1;
    };
    for (const column of columns) findWithin(column, wanted, mark);
    if (wanted.length > 1 && haveLetters(columns, wanted)) markAcross(columns, wanted, marks);
    for (let row = 0; row < size; row++) {
      rows[count] = row;
      count += marks[row] as number;
    }
  }
  return rows.slice(0, count);
}
