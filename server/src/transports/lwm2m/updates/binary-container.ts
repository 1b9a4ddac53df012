import type { AskedBody } from '../../coap/requester.ts';
import { ContentError } from '../codecs/content.ts';

/** Head of an element of TLV with the id 0 and a length of three bytes. */
function head(kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = (kind << 6) | (3 << 3);
  bytes.writeUIntBE(length, 2, 3);
  return bytes;
}

const MULTIPLE_RESOURCE = 2;
const RESOURCE_INSTANCE = 1;
const MAX_LENGTH = 0xff_ff_ff - 5;

/**
 * A file as the first instance of the resource Data of a container of binary data (OMA object 19), in TLV.
 * @throws ContentError when TLV cannot say how long it is
 */
export function binaryContainer(file: AskedBody): AskedBody {
  if (file.size > MAX_LENGTH) throw new ContentError('The file is too long for the object 19');
  const instance = head(RESOURCE_INSTANCE, file.size);
  const before = Buffer.concat([head(MULTIPLE_RESOURCE, instance.length + file.size), instance]);
  return {
    size: before.length + file.size,
    async read(from, to) {
      const own = before.subarray(Math.min(from, before.length), Math.min(to, before.length));
      const start = Math.max(0, from - before.length);
      const end = to - before.length;
      return end > start ? Buffer.concat([own, await file.read(start, end)]) : own;
    },
  };
}
