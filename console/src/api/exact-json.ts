/** ES2025: not in all browsers yet, and TypeScript's library does not declare it. */
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON?: (text: string) => object;
  isRawJSON?: (value: unknown) => boolean;
};

/**
 * `JSON.parse` that keeps the digits of numbers which JavaScript would write in another way, such as 1.0 and
 * 9007199254740993, where the browser can: `JSON.stringify` writes them as they were.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    rawJSON && typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? rawJSON(context.source)
      : value,
  );
}

/** Whether it is a number whose digits are kept. */
export const isExactNumber = (value: unknown): boolean => isRawJSON?.(value) ?? false;
