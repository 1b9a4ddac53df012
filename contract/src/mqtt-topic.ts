import { containsMarkup } from './text.ts';

/** Bytes of a topic in UTF-8 (MQTT 3.1.1 §1.5.3). */
export const MAX_TOPIC_BYTES = 65_535;

/** What is wrong with a topic filter. */
export type TopicFilterProblem = 'empty' | 'null' | 'markup' | 'long' | 'hash' | 'plus';

/**
 * Returns what is wrong with an MQTT topic filter, or undefined: `+` matches one whole level, `#` all further ones
 * (MQTT 3.1.1 §4.7).
 */
export function topicFilterProblem(filter: string): TopicFilterProblem | undefined {
  if (filter === '') return 'empty';
  if (filter.includes('\u0000')) return 'null';
  if (containsMarkup(filter)) return 'markup';
  if (new TextEncoder().encode(filter).length > MAX_TOPIC_BYTES) return 'long';
  const levels = filter.split('/');
  for (const [at, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || at !== levels.length - 1)) return 'hash';
    if (level.includes('+') && level !== '+') return 'plus';
  }
  return undefined;
}
