import type { Message } from './message.ts';

/** An ordinary message has so many values, and its payload at most so many characters. */
const ORDINARY_VALUES = 4;
const ORDINARY_LENGTH = 512;

/** Roughly the work that a message makes; an ordinary one makes 1, one with 4,000 values 1,000. */
export function costOf({ data, values }: Message): number {
  const byValues = values ? values.length / ORDINARY_VALUES : 0;
  return Math.max(1, byValues, data.length / ORDINARY_LENGTH);
}
