/** What a suite authenticates the server, or both sides, by. */
type Proof = 'ecdsa' | 'rsa' | 'psk';

interface CipherSuite {
  /** As OpenSSL names it. */
  name: string;
  /** As it travels. */
  number: number;
  proof: Proof;
  /** Its proof of each record has 8 bytes only: for constrained devices, as LwM2M and CoAP have them (RFC 7252 §9.1.3). */
  isShort: boolean;
}

/** The best first. */
const SUITES: readonly CipherSuite[] = [
  { name: 'ECDHE-ECDSA-AES128-GCM-SHA256', number: 0xc02b, proof: 'ecdsa', isShort: false },
  { name: 'ECDHE-ECDSA-AES256-GCM-SHA384', number: 0xc02c, proof: 'ecdsa', isShort: false },
  { name: 'ECDHE-RSA-AES128-GCM-SHA256', number: 0xc02f, proof: 'rsa', isShort: false },
  { name: 'ECDHE-RSA-AES256-GCM-SHA384', number: 0xc030, proof: 'rsa', isShort: false },
  { name: 'ECDHE-ECDSA-AES128-CCM', number: 0xc0ac, proof: 'ecdsa', isShort: false },
  { name: 'ECDHE-ECDSA-AES256-CCM', number: 0xc0ad, proof: 'ecdsa', isShort: false },
  { name: 'ECDHE-PSK-AES128-CBC-SHA256', number: 0xc037, proof: 'psk', isShort: false },
  { name: 'PSK-AES128-GCM-SHA256', number: 0x00a8, proof: 'psk', isShort: false },
  { name: 'PSK-AES256-GCM-SHA384', number: 0x00a9, proof: 'psk', isShort: false },
  { name: 'PSK-AES128-CCM', number: 0xc0a4, proof: 'psk', isShort: false },
  { name: 'PSK-AES256-CCM', number: 0xc0a5, proof: 'psk', isShort: false },
  { name: 'ECDHE-ECDSA-AES128-CCM8', number: 0xc0ae, proof: 'ecdsa', isShort: true },
  { name: 'ECDHE-ECDSA-AES256-CCM8', number: 0xc0af, proof: 'ecdsa', isShort: true },
  { name: 'PSK-AES128-CCM8', number: 0xc0a8, proof: 'psk', isShort: true },
  { name: 'PSK-AES256-CCM8', number: 0xc0a9, proof: 'psk', isShort: true },
];

/**
 * Level of OpenSSL for suites with short proofs, which no higher one has; the lists of signatures and curves keep all else
 * that it would allow away.
 */
const SHORT_LEVEL = 0;
/** As TLS of Node has it: keys of 112 bits and more. */
const LEVEL = 2;

/** The suites of one kind as OpenSSL reads them; undefined: there are none, as short ones with a key of RSA. */
export function cipherList(isShort: boolean, proofs: ReadonlySet<Proof>): string | undefined {
  const names = SUITES.filter((suite) => suite.isShort === isShort && proofs.has(suite.proof)).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return [...names, `@SECLEVEL=${isShort ? SHORT_LEVEL : LEVEL}`].join(':');
}

/** Bytes of the shortest encrypted record: a number of 8 bytes and the proof; those of CBC are longer. */
export const shortestRecord = (isShort: boolean): number => 8 + (isShort ? 8 : 16);

/** Whether a client offers none but short suites of those that a server has. */
export function needsShort(offered: ReadonlySet<number>, proofs: ReadonlySet<Proof>): boolean {
  const common = SUITES.filter(({ number, proof }) => offered.has(number) && proofs.has(proof));
  return common.length > 0 && common.every(({ isShort }) => isShort);
}

export type { Proof };
