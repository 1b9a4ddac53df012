import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_LENGTH } from '@signalbox/contract/password-rules';
import { createFairTurns } from '../config/fair-turns.ts';
import { tooManyRequests } from '../http/errors.ts';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each takes 19 MiB and a thread of the four that also read files: the rest remains for them, however many sign-ins are attempted.
 * An owner with many waits for its own; others take turns with it.
 */
const inTurn = createFairTurns(2, {
  perOwner: 200,
  total: 2000,
  refusal: () => tooManyRequests('Too many sign-ins at once; please try again.'),
});

/** Who waits for a turn: the network of a client, a known device or a user. */
export type PasswordTurn = string;

/** Turn of what the server itself does at its start. */
export const SERVER_TURN: PasswordTurn = 'server';

/** Called while a comparison has its turn, so that the next one of its owner knows what came of it. */
export interface PasswordAttempt {
  /** Throws to end the comparison before it costs anything. */
  begins(): void;
  wasWrong(): void;
}

/** Hash for unknown users, so that checking them takes as long as a wrong password. */
let dummyHash: Promise<string> | undefined;

/** argon2id hash with its parameters and salt, as stored. @throws ApiError 429 / 33 when too many wait */
export function hashPassword(password: string, turn: PasswordTurn): Promise<string> {
  return inTurn(turn, (charge) => {
    charge(1);
    return hash(password, OPTIONS);
  });
}

/**
 * Whether `storedHash` is the hash of `password`. Without a hash: false, after the time of a comparison.
 * @param attempt watches the comparison, which is one of its owner's
 * @throws ApiError 429 / 33 when too many wait
 */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
  turn: PasswordTurn,
  attempt: Partial<PasswordAttempt> = {},
): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  dummyHash ??= hash('not the password of any user', OPTIONS);
  const expected = storedHash ?? (await dummyHash);
  return inTurn(turn, async (charge) => {
    attempt.begins?.();
    charge(1);
    const matches = await verify(expected, password);
    const isRight = matches && storedHash !== null && storedHash !== undefined;
    if (!isRight) attempt.wasWrong?.();
    return isRight;
  });
}
