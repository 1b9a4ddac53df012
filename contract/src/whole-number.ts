import * as z from 'zod/mini';

/** 2^63: as near as a double comes to the largest whole number of 64 bits, which many clients send for "without an end". */
const MAX_LONG = 2 ** 63;

/** The number, or the nearest one that is not rounded on its way to the database and back. */
export const withinSafe = (value: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));

/** A number of any size, of which those that are too large to be kept exactly become the nearest that can. */
export const keptNumber = z.pipe(z.number(), z.transform(withinSafe));

/** A whole number of up to 32 bits, which the database keeps as such. */
export const int = z.int().check(z.minimum(-(2 ** 31)), z.maximum(2 ** 31 - 1));

const longFrom = (min: number) =>
  z.pipe(
    z.number().check(z.multipleOf(1, { error: 'must be a whole number' }), z.minimum(min), z.maximum(MAX_LONG)),
    z.transform(withinSafe),
  );

/** A whole number of up to 64 bits in a body. What a double cannot hold exactly becomes the nearest that it can. */
export const long = longFrom(-MAX_LONG);
/** One that is not negative: a time, a size or a limit. */
export const naturalLong = longFrom(0);
