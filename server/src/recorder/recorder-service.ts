import {
  type ChainTryInput,
  type ChainTryReply,
  type EnteredMessages,
  MAX_ENTERED_MESSAGES,
  MAX_RECORDED_MESSAGES,
  type RecordedMessage,
  type RecordedMessages,
  recorderRoutes,
  type Trace,
} from '@signalbox/contract/recorder';
import type { RouteQuery } from '@signalbox/contract/route';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { requireEntity } from '../access/require-entity.ts';
import type { AlarmReader } from '../alarms/alarm-reader.ts';
import { badRequest, entityNotFound, notFound, tooManyRequests } from '../http/errors.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { LoggedMessage, LogSearch } from '../messages/log-search.ts';
import type { Message } from '../messages/message.ts';
import type { ChainSource, StoredRules } from '../rules/chain-source.ts';
import type { DryRun, DryRunThen } from '../rules/dry-run/dry-run.ts';
import { createFairTurns } from '../storage/fair-turns.ts';
import { alarmsAt, nameRaised } from './alarms-of-a-time.ts';
import { createCauses } from './causes.ts';
import { tryChain } from './chain-tries.ts';
import { createEnteredMessages } from './entered-messages.ts';
import { createMessageMarks, familyOf } from './message-marks.ts';
import { createOutcomeSearch } from './outcome-search.ts';
import { createRetainLiving, createShowMessage, placeOf, placeText } from './recorded-message.ts';
import { createRulesOfATime, withChain } from './rules-of-a-time.ts';
import { type TracedMessage, traceMessage } from './traces.ts';

/** ms; what a search may take */
const PATIENCE = 2_000;
/** Searches and traces at the same time, of all and of one tenant; more of them wait for their turn. */
const AT_ONCE = 6;
const OF_TENANT = 2;
const WAITING = { perOwner: 20, total: 200 };
/** Further runs of a message that a trace names, and ms that the search for them may take */
const MAX_LATER_RUNS = 20;
const LATER_PATIENCE = 700;

export interface RecorderParts {
  pool: pg.Pool;
  directory: EntityDirectory;
  alarms: Pick<AlarmReader, 'byId'>;
  search: LogSearch;
  source: Pick<ChainSource, 'load'>;
  dryRun(tenantId: string, rules: StoredRules, former: DryRunThen): DryRun;
}

type SearchQuery = RouteQuery<typeof recorderRoutes.recordedMessages>;

/** What messages did, found in the log and run again without doing anything. */
export function createRecorder({ pool, directory, alarms, search, source, dryRun }: RecorderParts) {
  const show = createShowMessage(directory);
  const rulesAt = createRulesOfATime(pool, source);
  const formerAt = (time: number): DryRunThen => ({ time, alarms: alarmsAt(pool, time) });
  const marks = createMessageMarks(pool);
  const findByOutcome = createOutcomeSearch({ search, dryRun, rulesAt });
  const findEntered = createEnteredMessages({ search, show, directory, dryRun, rulesAt });
  const refusal = () => tooManyRequests('Too many searches for messages wait; please try again later');
  const inTurn = createFairTurns(AT_ONCE, { ...WAITING, refusal }, OF_TENANT);

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
      return { messages: await Promise.all(found.map((one) => show(one, one.outcome))), ...rest };
    }
    const known = outcome && (await marks.read(tenantId));
    const { found, ...rest } = await search.find({
      ...wanted,
      accept: (message) => wanted.accept(message) && (!known || known.of(message) === outcome),
      order: 'newest first',
    });
    const ids = new Set(found.flatMap(({ message }) => [message.id, familyOf(message)]));
    const marked = known ?? (await marks.read(tenantId, [...ids]));
    return { messages: await Promise.all(found.map((one) => show(one, marked.of(one.message) ?? null))), ...rest };
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

  async function traceLogged(logged: LoggedMessage): Promise<TracedMessage> {
    const { rules, versions, profileThen } = await rulesAt(logged.message.tenantId, logged.createdTime);
    const former = { ...formerAt(logged.createdTime), profile: profileThen };
    return traceMessage({ search, dryRun, show }, logged, rules, { versions, former, assumesAnswers: false });
  }

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
    const [fate, traced] = [await marks.fate(user.tenantId, logged.message), await traceLogged(logged)];
    const steps = await nameRaised(pool, user.tenantId, traced.steps, logged.createdTime);
    return { ...traced, steps, ...fate, laterRuns: await laterRunsOf(logged) };
  }

  async function traceDraft(
    user: SecurityUser,
    place: string,
    input: Pick<ChainTryInput, 'ruleChainId' | 'metadata'>,
  ): Promise<Trace> {
    const logged = await loggedAt(user, place);
    const { draft } = await draftOf(user, input);
    const former = formerAt(logged.createdTime);
    const options = { versions: new Map<string, number>(), former, assumesAnswers: true };
    const traced = await traceMessage({ search, dryRun, show }, logged, draft, options);
    return { ...traced, setAside: [], waiting: [], laterRuns: [] };
  }

  const causes = createCauses({ pool, directory, alarms, search, show, trace: traceLogged });
  const inOrder = <T>({ tenantId }: SecurityUser, work: () => Promise<T>): Promise<T> =>
    inTurn(tenantId, async (charge) => {
      const started = performance.now();
      try {
        return await work();
      } finally {
        charge(performance.now() - started);
      }
    });
  return {
    routes: [
      implement(recorderRoutes.recordedMessages, ({ user, query }) => inOrder(user, () => find(user.tenantId, query))),
      implement(recorderRoutes.trace, ({ user, params }) => inOrder(user, () => trace(user, params.place))),
      implement(recorderRoutes.causeOfValue, ({ user, params: { entityType, entityId: id }, query }) =>
        inOrder(user, () => causes.ofValue(user, { entityType, id }, query)),
      ),
      implement(recorderRoutes.causeOfAlarm, ({ user, params, query }) =>
        inOrder(user, () => causes.ofAlarm(user, params.alarmId, query.ts)),
      ),
      implement(recorderRoutes.causeOfSetAside, ({ user, params }) =>
        inOrder(user, () => causes.ofSetAside(user, params.messageId)),
      ),
      implement(recorderRoutes.enteredMessages, ({ user, params, query }) =>
        inOrder(user, () => entered(user, params.ruleChainId, query)),
      ),
      implement(recorderRoutes.tryChain, ({ user, body }) => inOrder(user, () => tryDraft(user, body))),
      implement(recorderRoutes.traceTry, ({ user, params, body }) =>
        inOrder(user, () => traceDraft(user, params.place, body)),
      ),
    ] as RouteImplementation[],
  };
}
