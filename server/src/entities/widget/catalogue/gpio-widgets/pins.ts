/** A pin of a board and where it stands on it. */
export interface Pin {
  pin: number;
  label: string;
  row: number;
  /** 0: left, 1: right. */
  col: number;
}

/** Four pins of any board. */
export const BASIC_PINS: readonly Pin[] = [1, 2, 3, 4].map((pin, place) => ({
  pin,
  label: `GPIO ${pin}`,
  row: Math.floor(place / 2),
  col: place % 2,
}));

/** The header of a Raspberry Pi: pin of the header → number of the processor's pin. */
const RASPBERRY_PI = new Map([
  ...([
    [3, 2],
    [5, 3],
    [7, 4],
    [8, 14],
    [10, 15],
    [11, 17],
    [12, 18],
    [13, 27],
    [15, 22],
  ] as const),
  ...([
    [16, 23],
    [18, 24],
    [19, 10],
    [21, 9],
    [22, 25],
    [23, 11],
    [24, 8],
    [26, 7],
    [29, 5],
  ] as const),
  ...([
    [31, 6],
    [32, 12],
    [33, 13],
    [35, 19],
    [36, 16],
    [37, 26],
    [38, 20],
    [40, 21],
  ] as const),
]);

export const RASPBERRY_PI_PINS: readonly Pin[] = [...RASPBERRY_PI].map(([pin, number]) => ({
  pin,
  label: `GPIO ${number} (pin ${pin})`,
  row: Math.floor((pin - 1) / 2),
  col: (pin - 1) % 2,
}));
