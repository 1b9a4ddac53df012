import type { EntityId } from '@signalbox/contract/id';
import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { FetchedValues } from '@signalbox/contract/rule-nodes/enrichment/fetched-values';
import type { Message } from '../../../messages/message.ts';
import type { AttributeScope } from '../../../values/attribute.ts';
import { toJsonText, toWireText } from '../../../values/wire-values.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import type { NodeReads } from '../../node-reads.ts';
import { currentAttributes, currentLatest } from '../current-values.ts';
import { type NodeOutput, transformMessage } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';

/** Adds values of an entity to the metadata of a message. */
export type FetchValues = (message: Message, effects: MessageEffects, entity: EntityId) => Promise<NodeOutput>;

/** Prepares a configuration. Values that are missing are a failure where it says so; those found are kept even then. */
export function fetchValues(configuration: FetchedValues, reads: NodeReads): FetchValues {
  const namesOf = (names: readonly string[]) => {
    const templates = names.map(compileTemplate);
    return (message: Message): string[] => templates.map((fill) => fill(message));
  };
  const scopes = [
    { scope: 'CLIENT_SCOPE', prefix: 'cs_', names: namesOf(configuration.clientAttributeNames) },
    { scope: 'SHARED_SCOPE', prefix: 'shared_', names: namesOf(configuration.sharedAttributeNames) },
    { scope: 'SERVER_SCOPE', prefix: 'ss_', names: namesOf(configuration.serverAttributeNames) },
  ] satisfies { scope: AttributeScope; prefix: string; names: unknown }[];
  const latestNames = namesOf(configuration.latestTsKeyNames);

  return async (message, effects, entity) => {
    const latestKeys = latestNames(message);
    const wanted = scopes.map(({ scope, prefix, names }) => ({ scope, prefix, keys: names(message) }));
    const [points, ...found] = await Promise.all([
      currentLatest(reads, effects, entity, latestKeys),
      ...wanted.map(({ scope, keys }) => currentAttributes(reads, effects, entity, scope, keys)),
    ]);
    const metadata = { ...message.metadata };
    const missing: string[] = [];
    const noteMissing = (place: string, keys: readonly string[], present: readonly { key: string }[]): void => {
      const absent = keys.filter((key) => !present.some((entry) => entry.key === key));
      if (absent.length > 0) missing.push(`${place}: [${absent.join(', ')}]`);
    };
    for (const [at, { scope, prefix, keys }] of wanted.entries()) {
      const entries = found[at] ?? [];
      for (const { key, value } of entries) metadata[`${prefix}${key}`] = toWireText(value);
      noteMissing(scope, keys, entries);
    }
    for (const { key, value, ts } of points) {
      metadata[key] = configuration.getLatestValueWithTs
        ? `{"ts":${ts},"value":${toJsonText(value)}}`
        : toWireText(value);
    }
    noteMissing('LATEST_TS', latestKeys, points);
    const next = transformMessage(message, { metadata });
    if (!configuration.tellFailureIfAbsent || missing.length === 0) return { relation: SUCCESS, message: next };
    return { relation: FAILURE, message: next, error: new Error(`These keys have no value: ${missing.join('; ')}`) };
  };
}
