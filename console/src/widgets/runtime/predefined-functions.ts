/** Bodies of functions `f(time, prevValue)` that make values up, by the names that people give. */
export const PREDEFINED_FUNCTIONS: Readonly<Partial<Record<string, string>>> = {
  Sin: 'return Math.round(1000 * Math.sin(time / 5000));',
  Cos: 'return Math.round(1000 * Math.cos(time / 5000));',
  Random:
    'const next = prevValue + 100 * (Math.random() - 0.5);\nreturn Number(Math.min(1000, Math.max(-1000, next)).toFixed(2));',
};
