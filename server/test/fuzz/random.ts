/** Numbers that are the same in every run (mulberry32). @returns a function that returns one from 0 to `below` - 1 */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Bytes at which parsers turn: ends, signs, lengths of several bytes, brackets. */
const TURNING = [0, 1, 0x7f, 0x80, 0x81, 0x84, 0x9f, 0xbf, 0xc0, 0xd8, 0xfe, 0xff, ...Buffer.from('{}[]",:\\0<>;')];
const MAX_RANDOM = 80;
const MAX_LENGTH = 4096;

/** Bytes that are nearly a message: one of the samples, changed at some places; now and then no message at all. */
export function changedSample(samples: readonly Buffer[], random: (below: number) => number): Buffer {
  const any = (): number => (random(2) === 0 ? (TURNING[random(TURNING.length)] as number) : random(256));
  const noise = (most: number): Buffer => Buffer.from(Array.from({ length: random(most + 1) }, any));
  if (random(10) === 0) return noise(MAX_RANDOM);
  let bytes = Buffer.from(samples[random(samples.length)] as Buffer);
  for (let changes = random(5); changes > 0 && bytes.length > 0; changes--) {
    const at = random(bytes.length);
    switch (random(6)) {
      case 0:
        bytes = bytes.subarray(0, at);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), noise(8), bytes.subarray(at)]);
        break;
      case 2: {
        // A part again, or a part of another message.
        const other = random(2) === 0 ? bytes : (samples[random(samples.length)] as Buffer);
        const from = random(other.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + random(64)), bytes.subarray(at)]);
        break;
      }
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(8))]);
        break;
      default:
        bytes[at] = any();
    }
  }
  return bytes.subarray(0, MAX_LENGTH);
}
