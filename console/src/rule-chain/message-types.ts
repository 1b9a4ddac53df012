import { RELATION_OF_TYPE } from '@signalbox/contract/rule-nodes/filter/message-type-switch';

/** The types that messages of the platform have; nodes may make others. */
export const MESSAGE_TYPES: readonly string[] = RELATION_OF_TYPE.flatMap(([type]) =>
  type === null ? [] : [type],
).sort();
