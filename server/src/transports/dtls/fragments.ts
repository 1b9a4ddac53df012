import type { Fragment } from './records.ts';

/** A handshake message that comes in several parts, in any order, some of them more than once. */
export class FragmentedMessage {
  readonly first: Fragment;
  readonly body: Buffer;
  /** Which bytes have come: [from, to) in ascending order, apart from each other. */
  #ranges: [number, number][] = [];

  constructor(first: Fragment) {
    this.first = first;
    this.body = Buffer.alloc(first.length);
    this.add(first);
  }

  /** Fragments of other messages are ignored. */
  add({ type, length, messageSeq, offset, bytes }: Fragment): void {
    if (type !== this.first.type || length !== this.first.length || messageSeq !== this.first.messageSeq) return;
    bytes.copy(this.body, offset);
    let added: [number, number] = [offset, offset + bytes.length];
    const apart: [number, number][] = [];
    for (const [from, to] of this.#ranges) {
      if (to < added[0] || from > added[1]) apart.push([from, to]);
      else added = [Math.min(from, added[0]), Math.max(to, added[1])];
    }
    this.#ranges = [...apart, added].sort(([one], [other]) => one - other);
  }

  get isWhole(): boolean {
    const [range] = this.#ranges;
    return range?.[0] === 0 && range[1] === this.first.length;
  }
}
