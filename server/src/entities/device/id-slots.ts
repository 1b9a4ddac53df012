const ID_BYTES = 16;
/** How full the table is at most. */
const FULL = 0.6;
const FIRST_SIZE = 1 << 12;

/** An id as its bytes. */
export const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Which numbers belong to ids: 8 to 13 bytes each. Only a part of an id is kept, so that each number has to be looked at.
 */
export function createIdSlots() {
  /** Pairs of a part of an id and its number, from 1; 0: nothing. */
  let table = new Uint32Array(FIRST_SIZE * 2);
  let used = 0;

  // Ids of one origin differ in their first bytes, those of another in their last ones.
  const hashOf = (id: Buffer, at: number): number =>
    (Math.imul(id.readUInt32LE(at) ^ Math.imul(id.readUInt32LE(at + 12), 0x9e3779b1), 0x85ebca6b) ^
      id.readUInt32LE(at + 8) ^
      id.readUInt32LE(at + 4)) >>>
    0;

  function put(hash: number, number: number): void {
    const mask = table.length / 2 - 1;
    let at = hash & mask;
    while (table[at * 2 + 1]) at = (at + 1) & mask;
    table[at * 2] = hash;
    table[at * 2 + 1] = number;
  }

  function grow(): void {
    const before = table;
    table = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      const number = before[at + 1] as number;
      if (number) put(before[at] as number, number);
    }
  }

  return {
    /** @param ids of 16 bytes each @param first number of the first one; the others follow */
    add(ids: Buffer, first: number): void {
      for (let at = 0; at < ids.length; at += ID_BYTES) {
        if (++used > (table.length / 2) * FULL) grow();
        put(hashOf(ids, at), first + at / ID_BYTES + 1);
      }
    },

    /**
     * The first number that may be of an id and that is found right; undefined: there is none.
     * @param ids of 16 bytes each @param place of the id among them
     */
    find(ids: Buffer, place: number, isRight: (number: number) => boolean): number | undefined {
      const hash = hashOf(ids, place * ID_BYTES);
      const mask = table.length / 2 - 1;
      for (let at = hash & mask; table[at * 2 + 1]; at = (at + 1) & mask) {
        const number = (table[at * 2 + 1] as number) - 1;
        if (table[at * 2] === hash && isRight(number)) return number;
      }
      return undefined;
    },
  };
}
export type IdSlots = ReturnType<typeof createIdSlots>;
