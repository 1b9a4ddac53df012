import type { AlarmHistoryEntry } from '@signalbox/contract/alarm';
import { type ChainTryInput, type MessageOutcome, recorderRoutes as routes } from '@signalbox/contract/recorder';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** The server ends what nobody waits for any more. */
const until = (signal: AbortSignal | undefined) => (signal ? { ...quiet, signal } : quiet);

/** Which messages of the log are wanted; times are epoch ms. */
export interface RecordedQuery {
  startTs: number;
  endTs: number;
  limit: number;
  originatorId?: string | undefined;
  messageId?: string | undefined;
  type?: string | undefined;
  outcome?: MessageOutcome | undefined;
  /** What became of them, too. */
  withOutcomes?: boolean;
}

/** Messages of the log, newest first; a long search answers how far it came. */
export function getRecordedMessages(query: RecordedQuery, signal?: AbortSignal) {
  return call(routes.recordedMessages, { query }, until(signal));
}

/** The way of a message through the rule chains. */
export function getTrace(place: string, signal?: AbortSignal) {
  return call(routes.trace, { params: { place } }, until(signal));
}

/** The message that a value of telemetry came of, or why none is known. */
export function getCauseOfValue({ entityType, id }: EntityRef, key: string, ts: number) {
  return call(routes.causeOfValue, { params: { entityType, entityId: id }, query: { key, ts } }, quiet);
}

/** The message that made an alarm what it was at a time, or why none is known. */
export function getCauseOfAlarm(alarmId: string, { lastTs, number }: Pick<AlarmHistoryEntry, 'lastTs' | 'number'>) {
  return call(routes.causeOfAlarm, { params: { alarmId }, query: { ts: lastTs, number } }, quiet);
}

/** The message of the log that was set aside. */
export function getCauseOfSetAside(messageId: string) {
  return call(routes.causeOfSetAside, { params: { messageId } }, quiet);
}

/** The newest messages as they entered the nodes of a chain, or one of them. */
export function getEnteredMessages(
  ruleChainId: string,
  query: { ruleNodeId?: string | undefined; endTs?: number | undefined; limit: number },
) {
  return call(routes.enteredMessages, { params: { ruleChainId }, query }, quiet);
}

/** Runs messages through a chain that is being edited, beside the one in force. */
export function tryChain(body: ChainTryInput, signal?: AbortSignal) {
  return call(routes.tryChain, { body }, until(signal));
}

/** The way of a message through a chain that is being edited. */
export function getTryTrace(
  place: string,
  body: Pick<ChainTryInput, 'ruleChainId' | 'metadata'>,
  signal?: AbortSignal,
) {
  return call(routes.traceTry, { params: { place }, body }, until(signal));
}
