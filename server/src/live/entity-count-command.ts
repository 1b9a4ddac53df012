import type { EntityCountQuery } from '@signalbox/contract/entity-query';
import type { EntityCountCommand, EntityCountUpdate } from '@signalbox/contract/live';
import { badRequest } from '../http/errors.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { createSoon, READ_PAUSE } from './soon.ts';

export interface RunningCount extends RunningCommand {
  /** Resolves when the first count, or an error, has been sent. */
  first: Promise<void>;
  /** Whether the query was refused: the same id can be used for another one. */
  isRefused(): boolean;
}

/** Counts the entities that a query finds, immediately and periodically; sends the count when it changes. */
export function startEntityCount(parts: LiveParts, session: LiveSession, command: EntityCountCommand): RunningCount {
  let closed = false;
  let told: number | undefined;
  let refused = false;
  let refresh: NodeJS.Timeout | undefined;
  let stopWatching: () => void = () => undefined;
  /** Incremented by every evaluation, so that an older one that ends later is ignored. */
  let evaluation = 0;
  const again = createSoon(
    () => parts.refreshInTurn(async () => (closed || !command.query ? undefined : evaluate(command.query))),
    Math.min(READ_PAUSE, parts.refreshInterval),
  );

  function reply(count: number, error?: ReturnType<typeof liveError>): void {
    const update: EntityCountUpdate = {
      cmdId: command.cmdId,
      errorCode: 0,
      errorMsg: null,
      ...error,
      count,
      cmdUpdateType: 'COUNT_DATA',
    };
    session.reply(JSON.stringify(update));
  }

  async function count(query: EntityCountQuery): Promise<void> {
    const current = ++evaluation;
    clearTimeout(refresh);
    stopWatching();
    const resolved = await parts.dynamicValues.resolve(session.user, query.keyFilters);
    const found = await parts.queries.count(session.user, { ...query, keyFilters: resolved.keyFilters });
    if (closed || current !== evaluation) return;
    stopWatching = resolved.watch(again.request);
    if (found !== told) {
      told = found;
      reply(found);
    }
  }

  function evaluate(query: EntityCountQuery): Promise<void> {
    return count(query)
      .then(schedule)
      .catch((error: unknown) => {
        if (closed) return;
        reply(0, liveError(error, parts.log));
        // Retry only a query that has worked before: its failure may pass.
        if (told !== undefined) schedule();
        else refused = true;
      });
  }

  function schedule(): void {
    clearTimeout(refresh);
    if (!closed) refresh = setTimeout(again.request, parts.refreshInterval);
  }

  let first = Promise.resolve();
  if (command.query) first = evaluate(command.query);
  else {
    refused = true;
    reply(0, liveError(badRequest('Query is empty!'), parts.log));
  }

  return {
    first,
    isRefused: () => refused,
    close() {
      closed = true;
      again.stop();
      clearTimeout(refresh);
      stopWatching();
    },
  };
}
