const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 20;
/** Bytes from this one on would make the first characters likelier than the others. */
const FAIR_BYTES = 256 - (256 % LETTERS_AND_DIGITS.length);

/** A random UUID; also on pages that are not secure, where browsers offer none. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function randomSecret(): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    const fair = crypto.getRandomValues(new Uint8Array(SECRET_LENGTH)).filter((byte) => byte < FAIR_BYTES);
    for (const byte of fair) secret += LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length];
  }
  return secret.slice(0, SECRET_LENGTH);
}

/** What an edge signs in with. */
export interface EdgeKeys {
  routingKey: string;
  secret: string;
}

/** Makes the keys of a new edge: a UUID, and 20 letters and digits. */
export const makeEdgeKeys = (): EdgeKeys => ({ routingKey: randomUuid(), secret: randomSecret() });
