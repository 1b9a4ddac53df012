import {
  type ChainTryInput,
  type ChainTryReply,
  type EnteredMessages,
  MAX_ENTERED_MESSAGES,
  MAX_RECORDED_MESSAGES,
  type RecordedMessage,
  type RecordedMessages,
  type recorderRoutes,
  type Trace,
} from '@signalbox/contract/recorder';
import type { RouteQuery } from '@signalbox/contract/route';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { requireEntity } from '../access/require-entity.ts';
import type { AlarmReader } from '../alarms/alarm-reader.ts';
import { badRequest, entityNotFound, notFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { LoggedMessage, LogSearch } from '../messages/log-search.ts';
import type { Message } from '../messages/message.ts';
import type { ChainSource, StoredRules } from '../rules/chain-source.ts';
import type { DryRun, DryRunThen } from '../rules/dry-run/dry-run.ts';
import { alarmsAt, nameRaised } from './alarms-of-a-time.ts';
import { createCauses } from './causes.ts';
import { tryChain } from './chain-tries.ts';
import { judge } from './deeds.ts';
import { createEarlierMessages } from './earlier-messages.ts';
import { createEnteredMessages } from './entered-messages.ts';
import { createMessageMarks, familyOf } from './message-marks.ts';
import { createOutcomeSearch } from './outcome-search.ts';
import { createRetainLiving, createShowMessage, placeOf, placeText } from './recorded-message.ts';
import { createReplay } from './replay.ts';
import { createRulesOfATime, withChain } from './rules-of-a-time.ts';
import { type TracedMessage, traceMessage } from './traces.ts';

/** ms; what a search may take */
const PATIENCE = 2_000;
/** ms that may be taken to say what became of the messages of a list */
const JUDGING = 1_000;
/** Further runs of a message that a trace names, and ms that the search for them may take */
const MAX_LATER_RUNS = 20;
const LATER_PATIENCE = 700;

export interface LookupsParts {
  pool: pg.Pool;
  directory: EntityDirectory;
  alarms: Pick<AlarmReader, 'byId'>;
  search: LogSearch;
  source: Pick<ChainSource, 'load'>;
  dryRun(tenantId: string, rules: StoredRules, former: DryRunThen, signal?: AbortSignal): DryRun;
}

type SearchQuery = RouteQuery<typeof recorderRoutes.recordedMessages>;

/** What people ask of the recorder: what messages did, found in the log and run again without doing anything. */
export function createLookups({ pool, directory, alarms, search, source, dryRun }: LookupsParts) {
  const show = createShowMessage(directory);
  const rulesAt = createRulesOfATime(pool, source);
  const formerAt = (time: number): DryRunThen => ({ time, alarms: alarmsAt(pool, time) });
  const marks = createMessageMarks(pool);
  const earlierOf = createEarlierMessages(search);
  const findByOutcome = createOutcomeSearch({ search, dryRun, rulesAt });
  const findEntered = createEnteredMessages({ search, show, directory, dryRun, rulesAt });

  async function find(tenantId: string, query: SearchQuery): Promise<RecordedMessages> {
    const { startTs = 0, endTs = Number.MAX_SAFE_INTEGER, originatorId, messageId, type, outcome, limit } = query;
    if (limit < 1 || limit > MAX_RECORDED_MESSAGES) {
      throw badRequest(`'limit' must be from 1 to ${MAX_RECORDED_MESSAGES}`);
    }
    if (endTs <= startTs) throw badRequest("'endTs' must be after 'startTs'");
    const wanted = {
      originatorId,
      mentions: [tenantId, originatorId, messageId].filter((text) => text !== undefined),
      accept: (message: Message): boolean =>
        message.tenantId === tenantId &&
        (originatorId === undefined || message.originator.id === originatorId) &&
        (messageId === undefined || message.id === messageId || message.sourceId === messageId) &&
        (!type || message.type === type),
      retain: createRetainLiving(directory, tenantId),
      from: startTs,
      until: endTs,
      limit,
      patience: PATIENCE,
    };
    if (outcome === 'SUCCESS' || outcome === 'FAILURE') {
      const { found, ...rest } = await findByOutcome(tenantId, outcome, await marks.read(tenantId), wanted);
      return { messages: await Promise.all(found.map((one) => show(one, one.judged))), ...rest };
    }
    const known = outcome && (await marks.read(tenantId));
    const { found, ...rest } = await search.find({
      ...wanted,
      accept: (message) => wanted.accept(message) && (!known || known.of(message) === outcome),
      order: 'newest first',
    });
    const ids = new Set(found.flatMap(({ message }) => [message.id, familyOf(message)]));
    const marked = known ?? (await marks.read(tenantId, [...ids]));
    const replay = query.withOutcomes ? createReplay({ dryRun, rulesAt }, tenantId) : undefined;
    const end = performance.now() + JUDGING;
    const messages: RecordedMessage[] = [];
    try {
      for (const one of found) {
        const outcome = marked.of(one.message);
        const isJudged = replay && outcome === undefined && performance.now() < end;
        messages.push(await show(one, isJudged ? await judge(replay, one) : outcome ? { outcome } : {}));
      }
    } finally {
      replay?.close();
    }
    return { messages, ...rest };
  }

  async function loggedAt({ tenantId }: SecurityUser, place: string): Promise<LoggedMessage> {
    const logged = await search.at(placeOf(place));
    const [living] =
      logged?.message.tenantId === tenantId ? await createRetainLiving(directory, tenantId)([logged]) : [];
    if (!living) throw notFound('The message is not kept any more');
    return living;
  }

  /** Rules in force with a chain as it is being edited. */
  async function draftOf(
    user: SecurityUser,
    { ruleChainId, metadata }: Pick<ChainTryInput, 'ruleChainId' | 'metadata'>,
  ): Promise<{ inForce: StoredRules; draft: StoredRules; nodeIds: string[] }> {
    const inForce = await source.load(user.tenantId);
    await requireEntity(directory, user, ruleChainId, 'READ');
    const chain = inForce.chains.find(({ id }) => id === ruleChainId.id);
    if (!chain) throw entityNotFound('Rule chain', ruleChainId.id);
    const { rules, nodeIds } = withChain(inForce, chain, metadata);
    return { inForce, draft: rules, nodeIds };
  }

  async function entered(
    user: SecurityUser,
    ruleChainId: string,
    { ruleNodeId, endTs, limit }: RouteQuery<typeof recorderRoutes.enteredMessages>,
  ): Promise<EnteredMessages> {
    if (limit < 1 || limit > MAX_ENTERED_MESSAGES) {
      throw badRequest(`'limit' must be from 1 to ${MAX_ENTERED_MESSAGES}`);
    }
    await requireEntity(directory, user, { entityType: 'RULE_CHAIN', id: ruleChainId }, 'READ');
    return findEntered(user.tenantId, { ruleChainId, ruleNodeId, endTs, limit });
  }

  async function tryDraft(user: SecurityUser, input: ChainTryInput): Promise<ChainTryReply> {
    const { tenantId } = user;
    const { startTs, endTs, originator, limit, ruleChainId } = input;
    if (endTs <= startTs) throw badRequest("'endTs' must be after 'startTs'");
    const { inForce, draft, nodeIds } = await draftOf(user, input);
    const { found, reached, isComplete } = await search.find({
      originatorId: originator?.id,
      mentions: originator ? [tenantId, originator.id] : [tenantId],
      accept: (message) =>
        message.tenantId === tenantId &&
        message.relation === undefined &&
        (!originator || message.originator.id === originator.id),
      retain: createRetainLiving(directory, tenantId),
      from: startTs,
      until: endTs,
      order: 'newest first',
      limit,
      patience: PATIENCE,
    });
    const messages = found.slice(0, limit).reverse();
    const tried = await tryChain({
      dryRun,
      show,
      tenantId,
      chainId: ruleChainId.id,
      draft,
      nodeIds,
      inForce,
      messages,
      former: formerAt(messages[0]?.createdTime ?? endTs),
    });
    return { ...tried, seen: messages.length, reached, isComplete };
  }

  /** @param earlier messages that had run since what is known of its time */
  async function traceLogged(logged: LoggedMessage, earlier: readonly LoggedMessage[] = []): Promise<TracedMessage> {
    const { tenantId } = logged.message;
    const { rules, versions, profileThen } = await rulesAt(tenantId, logged.createdTime);
    const since = earlier[0]?.createdTime ?? logged.createdTime;
    const former = { ...formerAt(since), profile: profileThen };
    const options = { versions, former, earlier, assumesAnswers: false };
    const { trace, raisedBefore } = await traceMessage({ search, dryRun, show }, logged, rules, options);
    return { ...trace, steps: await nameRaised(pool, tenantId, trace.steps, { since, raisedBefore }) };
  }
  /** The trace of a message as it ran: after those that were before it. */
  const traceInOrder = async (logged: LoggedMessage) => traceLogged(logged, await earlierOf(logged));

  /** The same message when it was sent through the rules again, as those are that were set aside and retried. */
  async function laterRunsOf({ message, createdTime, place }: LoggedMessage): Promise<RecordedMessage[]> {
    const { tenantId, originator } = message;
    const family = familyOf(message);
    const { found } = await search.find({
      originatorId: originator.id,
      mentions: [tenantId, family],
      accept: (one) => one.tenantId === tenantId && one.relation === undefined && familyOf(one) === family,
      from: createdTime,
      until: Number.MAX_SAFE_INTEGER,
      order: 'oldest first',
      limit: MAX_LATER_RUNS + 1,
      patience: LATER_PATIENCE,
    });
    const others = found.filter((one) => placeText(one.place) !== placeText(place));
    return Promise.all(others.slice(0, MAX_LATER_RUNS).map((one) => show(one)));
  }

  async function trace(user: SecurityUser, place: string): Promise<Trace> {
    const logged = await loggedAt(user, place);
    const [fate, traced] = [await marks.fate(user.tenantId, logged.message), await traceInOrder(logged)];
    return { ...traced, ...fate, laterRuns: await laterRunsOf(logged) };
  }

  async function traceDraft(
    user: SecurityUser,
    place: string,
    input: Pick<ChainTryInput, 'ruleChainId' | 'metadata'>,
  ): Promise<Trace> {
    const logged = await loggedAt(user, place);
    const { draft } = await draftOf(user, input);
    const earlier = await earlierOf(logged);
    const former = formerAt(earlier[0]?.createdTime ?? logged.createdTime);
    const options = { versions: new Map<string, number>(), former, earlier, assumesAnswers: true };
    const { trace: traced } = await traceMessage({ search, dryRun, show }, logged, draft, options);
    return { ...traced, setAside: [], waiting: [], laterRuns: [] };
  }

  return {
    find,
    trace,
    entered,
    tryDraft,
    traceDraft,
    causes: createCauses({ pool, directory, alarms, search, show, trace: traceLogged, traceInOrder }),
  };
}

export type Lookups = ReturnType<typeof createLookups>;
