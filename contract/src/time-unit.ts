/** Units of periods, by the names that configurations give them, in ms. */
export const TIME_UNITS = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
} as const;
export type TimeUnit = keyof typeof TIME_UNITS;
