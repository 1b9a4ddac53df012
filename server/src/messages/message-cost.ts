import type { Message } from './message.ts';

/** Values of an ordinary message, and the longest payload of one in characters. */
const ORDINARY_VALUES = 4;
const ORDINARY_LENGTH = 512;

/** Rough cost of processing a message: 1 for an ordinary one, 1,000 for one with 4,000 values. */
export function costOf({ data, values }: Message): number {
  const byValues = values ? values.length / ORDINARY_VALUES : 0;
  return Math.max(1, byValues, data.length / ORDINARY_LENGTH);
}
