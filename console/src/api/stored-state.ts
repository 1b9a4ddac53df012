import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { storedStateText } from '@signalbox/contract/stored-state';

/** The SHA-256 of a text in hexadecimal digits; pages that do not come by HTTPS have no `crypto.subtle`. */
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The state of something stored, by which a save says what it has changed (`basedOn`). */
export const storedState = (stored: object): string => digestOf(storedStateText(stored));
