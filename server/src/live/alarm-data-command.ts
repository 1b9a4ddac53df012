import { type AlarmDataCommand, type AlarmDataUpdate, MAX_ENTITIES_PER_SUBSCRIPTION } from '@signalbox/contract/live';
import { badRequest } from '../http/errors.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';

/** Answers once with the alarms of the entities that a query finds. */
export async function answerAlarmData(
  parts: LiveParts,
  session: LiveSession,
  { cmdId, query }: AlarmDataCommand,
): Promise<void> {
  const answer: AlarmDataUpdate = {
    cmdId,
    errorCode: 0,
    errorMsg: null,
    data: null,
    update: null,
    allowedEntities: 0,
    totalEntities: 0,
    cmdUpdateType: 'ALARM_DATA',
  };
  try {
    if (!query) throw badRequest('Query is empty!');
    const resolved = await parts.dynamicValues.resolve(session.user, query.keyFilters);
    const found = await parts.queries.findAlarms(session.user, { ...query, keyFilters: resolved.keyFilters });
    answer.totalEntities = found.totalEntities;
    answer.allowedEntities = answer.totalEntities === 0 ? 0 : MAX_ENTITIES_PER_SUBSCRIPTION;
    answer.data = found.page;
  } catch (error) {
    Object.assign(answer, liveError(error, parts.log));
  }
  session.reply(JSON.stringify(answer));
}
