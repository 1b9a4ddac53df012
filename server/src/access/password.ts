import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer passwords are refused before they cost anything. */
export const MAX_PASSWORD_LENGTH = 255;

/** Hash of nobody's password, so that an unknown user takes as long as a wrong password. */
let nobodysHash: Promise<string> | undefined;

/** argon2id hash with its parameters and salt, as stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * Is `password` the one `storedHash` was made of? Without a hash the answer is no, after the time a comparison takes.
 */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  nobodysHash ??= hashPassword('nobody has this password');
  const matches = await verify(storedHash ?? (await nobodysHash), password);
  return matches && storedHash !== null && storedHash !== undefined;
}
