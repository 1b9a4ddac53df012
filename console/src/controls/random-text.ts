const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from this one on would make the first characters likelier than the others. */
const FAIR_BYTES = 256 - (256 % LETTERS_AND_DIGITS.length);

/** A random UUID; also on pages that are not secure, where browsers offer none. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Random letters and digits. */
export function randomSecret(length = 20): string {
  let secret = '';
  while (secret.length < length) {
    const fair = crypto.getRandomValues(new Uint8Array(length)).filter((byte) => byte < FAIR_BYTES);
    for (const byte of fair) secret += LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length];
  }
  return secret.slice(0, length);
}
