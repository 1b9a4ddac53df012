import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '../http/errors.ts';
import { createTurns } from '../storage/turns.ts';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer passwords are refused before they cost anything. */
export const MAX_PASSWORD_LENGTH = 255;

/**
 * Each takes 19 MiB and a thread of the four that also read files: the rest stays for them, however many try to sign in.
 */
const inTurn = createTurns(2, {
  most: 500,
  refusal: () => tooManyRequests('Too many sign-ins at once; please try again.'),
});

/** Hash of nobody's password, so that an unknown user takes as long as a wrong password. */
let nobodysHash: Promise<string> | undefined;

/** argon2id hash with its parameters and salt, as stored. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

/**
 * Is `password` the one `storedHash` was made of? Without a hash the answer is no, after the time a comparison takes.
 */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  nobodysHash ??= hash('nobody has this password', OPTIONS);
  const expected = storedHash ?? (await nobodysHash);
  const matches = await inTurn(() => verify(expected, password));
  return matches && storedHash !== null && storedHash !== undefined;
}
