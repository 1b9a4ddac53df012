/** A mark of a scale; large ones have a number. */
export interface Mark {
  value: number;
  /** Null: a small one. */
  text: string | null;
}

const MOST_MAJOR = 40;
const MOST_MARKS = 400;

/** A step of 1, 2, 2.5 or 5 times a power of ten, so that a scale has about `count` of them. */
function niceStep(span: number, count: number): number {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return factor * power;
}

function short(value: number, step: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) + 1)));
  return String(Number(value.toFixed(decimals)));
}

/**
 * The marks of a scale: large ones at the ends of `count` equal parts (a nice step without a count), and each part
 * divided into `minor` by small ones.
 */
export function marksOf(min: number, max: number, count: number | undefined, minor: number): Mark[] {
  const span = max - min;
  const values: number[] = [];
  let step: number;
  if (count !== undefined && count >= 1) {
    const parts = Math.min(MOST_MAJOR, Math.round(count));
    step = span / parts;
    for (let index = 0; index <= parts; index++) values.push(min + step * index);
  } else {
    step = niceStep(span, 10);
    for (let value = Math.ceil(min / step - 1e-9) * step; value <= max + step * 1e-6; value += step) values.push(value);
  }
  const divisions = Math.max(1, Math.min(Math.round(minor), Math.floor(MOST_MARKS / values.length)));
  return values.flatMap((value, index) => {
    const marks: Mark[] = [{ value, text: short(value, step) }];
    if (index === values.length - 1) return marks;
    for (let part = 1; part < divisions; part++) marks.push({ value: value + (step * part) / divisions, text: null });
    return marks;
  });
}
