import type { KafkaCharset } from '@signalbox/contract/rule-nodes/external/kafka';

/** Encodes text as Java does: what a charset does not have becomes a question mark. */
export function encodeText(text: string, charset: KafkaCharset): Buffer {
  switch (charset) {
    case 'UTF-8':
      return Buffer.from(text, 'utf8');
    case 'US-ASCII':
      return Buffer.from(replaceBeyond(text, 0x7f), 'latin1');
    case 'ISO-8859-1':
      return Buffer.from(replaceBeyond(text, 0xff), 'latin1');
    case 'UTF-16LE':
      return Buffer.from(text, 'utf16le');
    case 'UTF-16BE':
      return Buffer.from(text, 'utf16le').swap16();
    case 'UTF-16':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  }
}

function replaceBeyond(text: string, last: number): string {
  return Array.from(text, (character) => ((character.codePointAt(0) as number) > last ? '?' : character)).join('');
}
