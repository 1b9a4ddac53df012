import type { LogFindings, LoggedMessage, LogQuery, LogSearch } from '../messages/log-search.ts';
import { type Judged, judge } from './deeds.ts';
import type { MessageMarks } from './message-marks.ts';
import { createReplay, type ReplayParts } from './replay.ts';

export interface OutcomeSearchParts extends ReplayParts {
  search: Pick<LogSearch, 'find'>;
}

/** A message with what became of it. */
export interface JudgedMessage extends LoggedMessage {
  judged: Judged;
}

/** Messages that are read from the log before they are run again. */
const PART = 100;

/**
 * Finds messages that went through, or that failed, from the newest on: each is run again through the rules of its time,
 * since the engine notes nothing of those that go through. A message that waited and went on is another one of the log.
 */
export function createOutcomeSearch({ search, ...parts }: OutcomeSearchParts) {
  return async function findByOutcome(
    tenantId: string,
    wanted: 'SUCCESS' | 'FAILURE',
    marks: MessageMarks,
    query: Omit<LogQuery, 'order'>,
  ): Promise<Omit<LogFindings, 'found'> & { found: JudgedMessage[] }> {
    const end = performance.now() + query.patience;
    const found: JudgedMessage[] = [];
    const replay = createReplay(parts, tenantId);

    try {
      for (let until = query.until; ; ) {
        const part = await search.find({
          ...query,
          order: 'newest first',
          until,
          accept: (message) => query.accept(message) && marks.of(message) === undefined,
          limit: PART,
          patience: Math.max(0, end - performance.now()),
        });
        let last: number | undefined;
        for (const logged of part.found) {
          // A search goes on from a millisecond, so that one is judged to its end.
          const isOver = performance.now() > end || found.length >= query.limit;
          if (isOver && last !== undefined && logged.createdTime !== last) {
            return { found, reached: last, isComplete: false };
          }
          last = logged.createdTime;
          const judged = await judge(replay, logged);
          if (judged.outcome === wanted) found.push({ ...logged, judged });
        }
        if (part.isComplete || performance.now() > end || found.length >= query.limit) {
          return { found, reached: part.reached, isComplete: part.isComplete };
        }
        until = part.reached;
      }
    } finally {
      replay.close();
    }
  };
}
