/** How a person enters the value of an attribute. */
export const VALUE_TYPES = ['string', 'integer', 'double', 'boolean', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The type that a stored value is edited as. */
export function valueTypeOf(value: unknown): ValueType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' && value !== null ? 'json' : 'string';
}

/** A value as text; JSON in full. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value that `text` means as `type`; undefined when it means none. */
export function parseValue(type: ValueType, text: string): unknown {
  const trimmed = text.trim();
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      return /^[+-]?\d+$/.test(trimmed) && Number.isSafeInteger(Number(trimmed)) ? Number(trimmed) : undefined;
    case 'double':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
    case 'json':
      try {
        const parsed = JSON.parse(text) as unknown;
        return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
      } catch {
        return undefined;
      }
  }
}
