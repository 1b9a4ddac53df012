import type { KeyValue } from './value.ts';

export type AttributeScope = 'CLIENT_SCOPE' | 'SHARED_SCOPE' | 'SERVER_SCOPE';

/** A stored attribute. */
export interface AttributeEntry extends KeyValue {
  scope: AttributeScope;
  /** epoch ms */
  lastUpdateTs: number;
}
