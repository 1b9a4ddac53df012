/** ms: a profile cannot have a device asked more often. */
export const MIN_SNMP_PERIOD = 100;
/** ms: the longest wait of a timer. */
export const MAX_SNMP_PERIOD = 2 ** 31 - 1;
/** ms that an answer may take. */
export const MAX_SNMP_TIMEOUT = 60_000;
export const MAX_SNMP_RETRIES = 10;

const OBJECT_IDENTIFIER = /^\.?([0-2])((\.0)|(\.[1-9][0-9]*))*$/;

/** RFC 2578 §3.5 */
const MAX_ARCS = 128;
const MAX_ARC = 2 ** 32 - 1;

/** Whether a text has the form of an object identifier, with or without a dot before it. */
export const isObjectIdentifier = (text: string): boolean => OBJECT_IDENTIFIER.test(text);

/** An object identifier without its leading dot; undefined when no request could name it. */
export function sendableOid(text: string): string | undefined {
  if (!isObjectIdentifier(text)) return undefined;
  const oid = text.replace(/^\./, '');
  const arcs = oid.split('.').map(Number);
  const [first = 0, second = 0] = arcs;
  const isSendable = arcs.length > 1 && arcs.length <= MAX_ARCS && arcs.every((arc) => arc <= MAX_ARC);
  // The first two share a number in a message (X.690 §8.19.4).
  return isSendable && (first === 2 || second < 40) ? oid : undefined;
}
