import { FrameError } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** Topic aliases a client may set. */
export const TOPIC_ALIAS_MAXIMUM = 32;

/**
 * Resolves a topic alias of MQTT 5; a topic given with it sets the alias.
 * @param known alias → topic, of one connection
 */
export function resolveTopicAlias(topic: string, alias: number, known: Map<number, string>): string {
  if (alias < 1 || alias > TOPIC_ALIAS_MAXIMUM) {
    throw new FrameError(`The topic alias ${alias} is not from 1 to ${TOPIC_ALIAS_MAXIMUM}`, Reason.topicAliasInvalid);
  }
  if (topic !== '') {
    known.set(alias, topic);
    return topic;
  }
  const set = known.get(alias);
  if (set === undefined) throw new FrameError(`The topic alias ${alias} is not set`, Reason.protocolError);
  return set;
}
