import { parseJsonAsWritten, writtenNumber } from '../../config/exact-json.ts';
import type { Message } from '../../messages/message.ts';

/** The text of a setting with its placeholders replaced by what the message holds. */
export type Template = (message: Message) => string;

/*
 * What does not end on its line is found too, with an empty end: else the rest of the line would be looked through again
 * for each beginning in it.
 */

/** `${key}`: a value of the metadata. */
const METADATA = /\$\{(.*?)(\}|$)/gm;
/** `$[a.b]`: a value of the payload. */
const PAYLOAD = /\$\[(.*?)(\]|$)/gm;

/**
 * Prepares a setting that may hold placeholders (rule-engine.md §2.7). Metadata goes first; what is not found stays as it
 * is written. The result throws when a payload is needed that is not JSON.
 */
export function compileTemplate(text: string): Template {
  if (!text.includes('$')) return () => text;
  return ({ metadata, data }) => {
    const filled = text.replace(METADATA, (placeholder, key: string, end: string) =>
      end && Object.hasOwn(metadata, key) ? (metadata[key] as string) : placeholder,
    );
    if (!filled.includes('$[')) return filled;
    const payload: unknown = parseJsonAsWritten(data);
    return filled.replace(PAYLOAD, (placeholder, path: string, end: string) =>
      end ? (scalarAt(payload, path) ?? placeholder) : placeholder,
    );
  };
}

/**
 * Text of the scalar at a dotted path of an object, a number as it was written; undefined when there is none. Lists cannot
 * be indexed.
 */
function scalarAt(payload: unknown, path: string): string | undefined {
  let value = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    if (writtenNumber(value) !== undefined || !Object.hasOwn(value, name)) return;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'object' ? writtenNumber(value) : String(value);
}
