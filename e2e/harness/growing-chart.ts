/** A chart of a minute. */
export interface GrowingChart {
  kind?: 'line' | 'bar' | 'state';
  settings?: Record<string, unknown>;
  /** Settings of each key. */
  keys?: readonly Record<string, unknown>[];
  /** ms between two values. */
  every?: number;
  /** Seconds in which no values came, up to the next one. */
  pauses?: readonly (readonly [from: number, to: number])[];
}

export interface GrownPictures {
  /** How often it was drawn by what is new alone, of how many times; and how often what was there has been moved. */
  drawn: number;
  times: number;
  moved: number;
  /** Of all dots of the picture, how many are others where all of it is repainted; and than before it grew. */
  different: number;
  changed: number;
}

/** What `console/test/growing-chart-page.ts` gives to a page. */
export type DrawGrown = (chart: GrowingChart, from: number, seconds: readonly number[]) => GrownPictures;
