const COLOR = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s,.%/a-z]+\))$/i;

/** A colour of settings or of a function; `otherwise` for what is not one. */
export function safeColor(value: unknown, otherwise: string): string {
  return typeof value === 'string' && COLOR.test(value.trim()) ? value.trim() : otherwise;
}
