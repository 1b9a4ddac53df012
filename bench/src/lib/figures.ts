/** A measured figure and the values it is compared with. */
export interface Figure {
  what: string;
  /** Measured value, ready to be read: "14,200 / s". */
  measured: string;
  /** Budget of the project. */
  budget: string;
  /** ThingsBoard CE 3.3.2 on the same kind of machine. */
  reference: string;
  /** What limits it, or what was counted. */
  note?: string;
  /** Raw numbers for the JSON output. */
  values: Record<string, number>;
}

/** Returns the value below which a `share` (0–1) of the samples lies. */
export function percentile(samples: number[], share: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

export function format(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a plain text table; columns are as wide as their longest cell. */
export function table(figures: Figure[]): string {
  const rows = [
    ['what', 'measured', 'budget', '3.3.2', 'note'],
    ...figures.map((figure) => [figure.what, figure.measured, figure.budget, figure.reference, figure.note ?? '']),
  ];
  const widths = (rows[0] as string[]).map((_cell, column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
