import type { MessageOutcome } from '@signalbox/contract/recorder';
import type { LogFindings, LoggedMessage, LogQuery, LogSearch } from '../messages/log-search.ts';
import type { StoredRules } from '../rules/chain-source.ts';
import type { DryRun } from '../rules/dry-run/dry-run.ts';
import type { MessageMarks } from './message-marks.ts';
import type { RulesOfATime } from './rules-of-a-time.ts';
import { tracerOf } from './traces.ts';

export interface OutcomeSearchParts {
  search: Pick<LogSearch, 'find'>;
  dryRun(tenantId: string, rules: StoredRules, profileThen: RulesOfATime['profileThen']): DryRun;
  rulesAt(tenantId: string, time: number): Promise<RulesOfATime>;
}

/** A message with what became of it. */
export interface JudgedMessage extends LoggedMessage {
  outcome: MessageOutcome;
}

/** Messages that are read from the log before they are run again. */
const PART = 100;

/**
 * Finds messages that went through, or that failed, from the newest on: each is run again through the rules of its time,
 * since the engine notes nothing of those that go through. A message that waited and went on is another one of the log.
 */
export function createOutcomeSearch({ search, dryRun, rulesAt }: OutcomeSearchParts) {
  return async function findByOutcome(
    tenantId: string,
    wanted: 'SUCCESS' | 'FAILURE',
    marks: MessageMarks,
    query: Omit<LogQuery, 'order'>,
  ): Promise<Omit<LogFindings, 'found'> & { found: JudgedMessage[] }> {
    const end = performance.now() + query.patience;
    const found: JudgedMessage[] = [];
    let run: { rules: RulesOfATime; dry: DryRun } | undefined;

    async function hasFailed({ message, createdTime }: LoggedMessage): Promise<boolean> {
      if (message.failure !== undefined) return true;
      if (!run || createdTime < run.rules.from) {
        run?.dry.close();
        run = undefined;
        const rules = await rulesAt(tenantId, createdTime);
        run = { rules, dry: dryRun(tenantId, rules.rules, rules.profileThen) };
      }
      const tracer = tracerOf(run.rules.rules);
      await run.dry.run(message, tracer);
      const { steps, failure } = tracer.result();
      return (
        failure !== null ||
        steps.some((step) => step.failure !== null || step.outputs.some(({ error }) => error !== null))
      );
    }

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
          const outcome = (await hasFailed(logged)) ? 'FAILURE' : 'SUCCESS';
          if (outcome === wanted) found.push({ ...logged, outcome });
        }
        if (part.isComplete || performance.now() > end || found.length >= query.limit) {
          return { found, reached: part.reached, isComplete: part.isComplete };
        }
        until = part.reached;
      }
    } finally {
      run?.dry.close();
    }
  };
}
