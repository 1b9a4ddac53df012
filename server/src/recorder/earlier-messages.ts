import type { LoggedMessage, LogSearch } from '../messages/log-search.ts';
import type { Message } from '../messages/message.ts';
import { familyOf } from './message-marks.ts';

/** ms within which a message may still have waited to run when the next one of its originator came. */
const UNSETTLED = 1_000;
/** Messages that run before another one; the newest of those that there are. */
const MAX_EARLIER = 200;
/** ms; what a search for them may take */
const PATIENCE = 2_000;

/**
 * The messages that may have run between the time a message came and its own run, the oldest first: those before it in
 * its batch, and those of its originator of the moment before. What they did is not part of what is known of that time.
 */
export function createEarlierMessages(search: Pick<LogSearch, 'find'>) {
  return async function earlierOf({ place, createdTime, message }: LoggedMessage): Promise<LoggedMessage[]> {
    const { tenantId, originator } = message;
    const isBefore = (one: LoggedMessage): boolean => {
      if (familyOf(one.message) === familyOf(message)) return false;
      if (one.place.partition !== place.partition) return one.createdTime < createdTime;
      return one.place.batch === place.batch ? one.place.index < place.index : one.place.batch < place.batch;
    };
    const find = (mentions: string[], from: number, accept: (one: Message) => boolean) =>
      search.find({
        originatorId: originator.id,
        mentions,
        accept: (one) => one.tenantId === tenantId && accept(one),
        from,
        until: createdTime + 1,
        order: 'newest first',
        limit: Number.MAX_SAFE_INTEGER,
        patience: PATIENCE,
      });
    const isOwn = (one: Message): boolean => one.originator.id === originator.id;
    const own = await find([tenantId, originator.id], createdTime - UNSETTLED, isOwn);
    const others = await find([tenantId], createdTime, (one) => !isOwn(one));
    const ofBatch = others.found.filter((one) => one.place.partition === place.partition);
    const before = [...own.found.filter(isBefore), ...ofBatch.filter(isBefore)].slice(0, MAX_EARLIER);
    return before.sort(compare);
  };
}

function compare(one: LoggedMessage, other: LoggedMessage): number {
  return (
    one.createdTime - other.createdTime ||
    one.place.partition - other.place.partition ||
    one.place.batch - other.place.batch ||
    one.place.index - other.place.index
  );
}
