import { recorderRoutes } from '@signalbox/contract/recorder';
import { createFairTurns, type InFairTurn } from '../config/fair-turns.ts';
import { callerLeft } from '../http/caller-left.ts';
import { tooManyRequests } from '../http/errors.ts';
import { implement, type RouteImplementation, type RouteRequest } from '../http/routes.ts';
import { createLookups, type Lookups, type LookupsParts } from './lookups.ts';

/** Searches and traces at the same time, of all and of one tenant; more of them wait for their turn. */
const AT_ONCE = 6;
const OF_TENANT = 2;
/** The same of messages that scripts are completed and tried with, so that writing a script keeps nobody waiting who searches. */
const FOR_SCRIPTS = 2;
const FOR_SCRIPTS_OF_TENANT = 1;
const WAITING = { perOwner: 20, total: 200 };

export type RecorderParts = LookupsParts;

type Asked = Pick<RouteRequest<typeof recorderRoutes.trace>, 'user' | 'reply'>;

/** Answers what people ask of the recorder, in turn; what they do not wait for any more ends. */
export function createRecorder(parts: RecorderParts) {
  const refusal = () => tooManyRequests('Too many searches for messages wait; please try again later');
  const searchesInTurn = createFairTurns(AT_ONCE, { ...WAITING, refusal }, OF_TENANT);
  const scriptsInTurn = createFairTurns(FOR_SCRIPTS, { ...WAITING, refusal }, FOR_SCRIPTS_OF_TENANT);

  const answer = <T>(
    { user, reply }: Asked,
    work: (lookups: Lookups) => Promise<T>,
    inTurn: InFairTurn = searchesInTurn,
  ): Promise<T> => {
    const signal = callerLeft(reply);
    return inTurn(
      user.tenantId,
      async (charge) => {
        const started = performance.now();
        try {
          return await work(createLookups(untilLeft(parts, signal)));
        } finally {
          charge(performance.now() - started);
        }
      },
      signal,
    );
  };

  return {
    routes: [
      implement(recorderRoutes.recordedMessages, (request) =>
        answer(request, ({ find }) => find(request.user.tenantId, request.query)),
      ),
      implement(recorderRoutes.trace, (request) =>
        answer(request, ({ trace }) => trace(request.user, request.params.place)),
      ),
      implement(recorderRoutes.causeOfValue, (request) => {
        const { entityType, entityId: id } = request.params;
        return answer(request, ({ causes }) => causes.ofValue(request.user, { entityType, id }, request.query));
      }),
      implement(recorderRoutes.causeOfAlarm, (request) =>
        answer(request, ({ causes }) => causes.ofAlarm(request.user, request.params.alarmId, request.query)),
      ),
      implement(recorderRoutes.causeOfSetAside, (request) =>
        answer(request, ({ causes }) => causes.ofSetAside(request.user, request.params.messageId)),
      ),
      implement(recorderRoutes.enteredMessages, (request) =>
        answer(
          request,
          ({ entered }) => entered(request.user, request.params.ruleChainId, request.query),
          scriptsInTurn,
        ),
      ),
      implement(recorderRoutes.tryChain, (request) =>
        answer(request, ({ tryDraft }) => tryDraft(request.user, request.body)),
      ),
      implement(recorderRoutes.traceTry, (request) =>
        answer(request, ({ traceDraft }) => traceDraft(request.user, request.params.place, request.body)),
      ),
    ] as RouteImplementation[],
  };
}

/** The same, for one who asks until the signal says that nobody waits any more. */
function untilLeft(parts: RecorderParts, signal: AbortSignal): RecorderParts {
  return {
    ...parts,
    search: { ...parts.search, find: (query) => parts.search.find({ ...query, signal }) },
    dryRun: (tenantId, rules, former) => parts.dryRun(tenantId, rules, former, signal),
  };
}
