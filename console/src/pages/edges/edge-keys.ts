import { randomSecret, randomUuid } from '../../controls/random-text.ts';

/** What an edge signs in with. */
export interface EdgeKeys {
  routingKey: string;
  secret: string;
}

/** Makes the keys of a new edge: a UUID, and 20 letters and digits. */
export const makeEdgeKeys = (): EdgeKeys => ({ routingKey: randomUuid(), secret: randomSecret() });
