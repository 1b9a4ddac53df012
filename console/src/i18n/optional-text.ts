import i18next from 'i18next';

/**
 * The text of a key made from what the server says, or `otherwise` when there is none. `t` with a default would log each
 * such key as missing.
 */
export function optionalText<T>(key: string, otherwise: T): string | T {
  return i18next.exists(key) ? i18next.t(key) : otherwise;
}
