import type { EntityCountQuery } from '@signalbox/contract/entity-query';
import type { EntityCountCommand, EntityCountUpdate } from '@signalbox/contract/live';
import { badRequest } from '../http/errors.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';

/** Counts what a query finds, at once and again and again; tells the number when it changes. */
export function startEntityCount(parts: LiveParts, session: LiveSession, command: EntityCountCommand): RunningCommand {
  let closed = false;
  let told: number | undefined;
  let refresh: NodeJS.Timeout | undefined;
  let stopWatching: () => void = () => undefined;
  /** Raised with every evaluation, so that an older one that ends later is not told. */
  let evaluation = 0;

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
    stopWatching = resolved.watch(() => evaluate(query));
    if (found !== told) {
      told = found;
      reply(found);
    }
  }

  function evaluate(query: EntityCountQuery): void {
    count(query)
      .then(() => schedule(query))
      .catch((error: unknown) => {
        if (closed) return;
        reply(0, liveError(error, parts.log));
        // What was counted before is counted again: the failure may pass. A query that never worked will not.
        if (told !== undefined) schedule(query);
      });
  }

  function schedule(query: EntityCountQuery): void {
    clearTimeout(refresh);
    if (!closed) refresh = setTimeout(() => evaluate(query), parts.refreshInterval);
  }

  if (command.query) evaluate(command.query);
  else reply(0, liveError(badRequest('Query is empty!'), parts.log));

  return {
    close() {
      closed = true;
      clearTimeout(refresh);
      stopWatching();
    },
  };
}
