/** Ids that tell their number. */
export const numberedId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Ids as columns of the database are packed, 16 bytes each. */
export const packIds = (ids: readonly string[]): Buffer =>
  Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex');
