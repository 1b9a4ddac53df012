/**
 * How large something is that came from a frame, about: characters, bytes of binary data, and eight for anything else.
 * It stops counting at `most`, and is neither held up by what contains itself nor by what is nested deeply.
 */
export function sizeUpTo(value: unknown, most: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size < most) {
    const one = open.pop();
    size += 8;
    if (typeof one === 'string') size += one.length;
    else if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) size += one.byteLength;
    else if (Array.isArray(one)) {
      // What is in it is at least as many times eight: of a very long list not even all places are noted.
      if (size + one.length * 8 >= most) return most;
      for (const member of one) open.push(member);
    } else if (typeof one === 'object' && one !== null) {
      for (const name of Object.keys(one)) {
        size += name.length;
        open.push((one as Record<string, unknown>)[name]);
        if (size >= most) break;
      }
    }
  }
  return Math.min(size, most);
}
