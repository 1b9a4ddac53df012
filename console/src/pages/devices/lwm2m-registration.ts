/** Numbers of options (RFC 7252 §5.10). */
const URI_PATH = 11;
const CONTENT_FORMAT = 12;
const URI_QUERY = 15;
const LINK_FORMAT = 40;

const CONFIRMABLE_POST = [0x40, 0x02];
/** Any: it is the first message. */
const MESSAGE_ID = [0x00, 0x01];
const PAYLOAD = 0xff;

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

/** A number of an option in four bits, and what does not fit there (RFC 7252 §3.1). */
function nibble(value: number): { bits: number; more: number[] } {
  if (value < 13) return { bits: value, more: [] };
  if (value < 269) return { bits: 13, more: [value - 13] };
  return { bits: 14, more: [(value - 269) >> 8, (value - 269) & 255] };
}

function option(delta: number, value: number[]): number[] {
  const [number, length] = [nibble(delta), nibble(value.length)];
  return [(number.bits << 4) | length.bits, ...number.more, ...length.more, ...value];
}

/** The message of CoAP by which a client of LwM2M registers. @param objects in link format */
export function registrationMessage(query: readonly string[], objects: string): number[] {
  return [
    ...CONFIRMABLE_POST,
    ...MESSAGE_ID,
    ...option(URI_PATH, utf8('rd')),
    ...option(CONTENT_FORMAT - URI_PATH, [LINK_FORMAT]),
    ...query.flatMap((part, at) => option(at === 0 ? URI_QUERY - CONTENT_FORMAT : 0, utf8(part))),
    PAYLOAD,
    ...utf8(objects),
  ];
}
