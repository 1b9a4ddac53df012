import type { Peer } from '../datagrams.ts';
import type { Cookies } from './cookies.ts';
import { FragmentedMessage } from './fragments.ts';
import { type Fragment, HandshakeType, helloVerifyRequest, readClientHello, wholeRecord } from './records.ts';

/** A ClientHello of somebody who is where he says. */
export interface ProvenHello {
  /** The whole message as one record. */
  record: Buffer;
  body: Buffer;
  /** Tells it from others of the same client. */
  random: string;
}

/** Longest ClientHello. */
const MAX_LENGTH = 4096;
/** A client begins with message 0, and with 1 when it shows its cookie (RFC 6347 §4.2.2). */
const MAX_SEQ = 1;
/** Clients whose ClientHello comes in parts. */
const MAX_PARTIAL = 500;

/**
 * Takes what clients begin with. Until a client has shown the cookie that was sent to its address nothing is kept of it,
 * and it gets no more bytes than it has sent. One that has shown it may send the rest of its ClientHello in parts.
 */
export function createHellos(cookies: Cookies, send: (bytes: Buffer, place: Peer) => void) {
  /** key of a place → what has come of a ClientHello; the oldest first */
  const partial = new Map<string, FragmentedMessage>();

  /** @returns a whole ClientHello with a cookie; undefined when there is nothing to do with it yet */
  return function take(fragment: Fragment, size: number, place: Peer): ProvenHello | undefined {
    if (fragment.type !== HandshakeType.clientHello || fragment.length > MAX_LENGTH) return undefined;
    if (fragment.messageSeq > MAX_SEQ) return undefined;
    if (fragment.offset > 0) return more(fragment, place);
    const hello = readClientHello(fragment.bytes);
    if (!hello) return undefined;
    if (!cookies.isValid(hello, place.address, place.port)) {
      const answer = helloVerifyRequest(fragment, cookies.cookieFor(hello, place.address, place.port));
      if (answer.length <= size) send(answer, place);
      return undefined;
    }
    if (fragment.bytes.length === fragment.length) return whole(fragment, Buffer.from(fragment.bytes), place);
    const [oldest] = partial.keys();
    if (partial.size >= MAX_PARTIAL && oldest !== undefined) partial.delete(oldest);
    partial.set(place.key, new FragmentedMessage(fragment));
    return undefined;
  };

  function more(fragment: Fragment, place: Peer): ProvenHello | undefined {
    const message = partial.get(place.key);
    message?.add(fragment);
    return message?.isWhole
      ? whole({ ...message.first, recordSeq: fragment.recordSeq }, message.body, place)
      : undefined;
  }

  function whole(fragment: Fragment, body: Buffer, place: Peer): ProvenHello | undefined {
    partial.delete(place.key);
    const random = readClientHello(body)?.random.toString('base64');
    return random === undefined ? undefined : { record: wholeRecord(fragment, body), body, random };
  }
}
