import { entityId } from '@signalbox/contract/id';
import { RECORDED_PREVIEW, type RecordedMessage } from '@signalbox/contract/recorder';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { LoggedMessage, MessagePlace } from '../messages/log-search.ts';

/** What is known of what became of a message. */
type ShownFate = Partial<Pick<RecordedMessage, 'outcome' | 'did'>>;

/** Shows messages of the log as the API has them in lists, with the names of those that sent them. */
export function createShowMessage(directory: EntityDirectory) {
  return async (logged: LoggedMessage, fate: ShownFate = {}): Promise<RecordedMessage> => {
    const found = await directory.find(logged.message.originator);
    return recordedMessage(logged, found?.name ?? null, fate);
  };
}
export type ShowMessage = ReturnType<typeof createShowMessage>;

function recordedMessage(
  { place, createdTime, message }: LoggedMessage,
  originatorName: string | null,
  { outcome = null, did = null }: ShownFate,
): RecordedMessage {
  const { id, ts, type, originator, data, queueName, ruleNodeId, relation } = message;
  return {
    place: placeText(place),
    createdTime,
    id,
    ts,
    type,
    originator: { entityType: originator.entityType, id: originator.id },
    originatorName,
    preview: data.slice(0, RECORDED_PREVIEW),
    size: data.length,
    queueName,
    continuesAt: ruleNodeId !== null && relation !== undefined ? entityId('RULE_NODE', ruleNodeId) : null,
    outcome,
    did,
  };
}

/**
 * Leaves out messages of those that are gone, or that belong to another tenant by now: the log keeps them until they are
 * old, and nobody sees them any more.
 */
export function createRetainLiving(directory: EntityDirectory, tenantId: string) {
  return async (messages: LoggedMessage[]): Promise<LoggedMessage[]> => {
    const owners = await Promise.all(messages.map(({ message }) => directory.find(message.originator)));
    return messages.filter((_, at) => owners[at]?.tenantId === tenantId);
  };
}

/** A place as the API writes it. */
export function placeText({ partition, batch, index }: MessagePlace): string {
  return `${partition}.${batch}.${index}`;
}

/** Reads a place that the contract has checked. */
export function placeOf(text: string): MessagePlace {
  const [partition, batch, index] = text.split('.').map(Number) as [number, number, number];
  return { partition, batch, index };
}
