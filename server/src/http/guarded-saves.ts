import { createHash } from 'node:crypto';
import type { SavedMeanwhile } from '@signalbox/contract/based-on';
import { definitionOf } from '@signalbox/contract/route-definition';
import { storedStateText } from '@signalbox/contract/stored-state';
import { conflict } from './errors.ts';
import { createRouteCaller } from './route-caller.ts';
import type { RouteImplementation, RouteRequest } from './routes.ts';
import type { SecurityUser } from './security-user.ts';

/** Who changed something, and when (epoch ms). */
export interface LastSave {
  /** E-mail address. */
  by: string;
  /** Of the person; NULL_UUID unless a customer user. */
  customerId: string;
  time: number;
}

/** Finds who changed an entity last; undefined when nobody is known. */
export type FindLastSave = (entityId: string) => Promise<LastSave | undefined>;

/** How many saves are remembered; of others the history of the entity is asked. */
const MAX_REMEMBERED = 5_000;
const PARAMETER = /:(\w+)/;

/** A save that names what it has changed. */
interface GuardedSave {
  user: SecurityUser;
  /** The path of what is replaced. */
  place: string;
  /** Its own, by which its history is found; undefined when there is only one. */
  id: string | undefined;
  /** What is stored, as the call that reads it answers. */
  stored: unknown;
}

type SaveRequest = RouteRequest<RouteImplementation['route']>;

/** Runs work under a key one after the other. As many keys are known as calls are under way. */
function createTurnsByKey() {
  /** key → the last one that has come */
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = Promise.resolve(last.get(key)).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

type Id = { id?: string } | null;

/**
 * What a save names: the member of its body that is called as the parameter, or the id; undefined when it creates
 * something.
 */
function namedIn(body: unknown, parameter: string): string | undefined {
  const members = (body ?? {}) as { key?: string | null; id?: Id; [name: string]: unknown };
  return (parameter === 'key' ? members.key : ((members[parameter] as Id | undefined) ?? members.id)?.id) ?? undefined;
}

/**
 * Lets saves replace only what their callers know: a save with `basedOn` is refused with 409 when what it replaces has
 * another state by then. Saves of the same thing run one after the other, so that of two on the same state one is refused.
 * Clients that name no state replace it as ever.
 */
export function guardSaves(routes: readonly RouteImplementation[], findLastSave: FindLastSave): RouteImplementation[] {
  const callAs = createRouteCaller(routes);
  const readers = new Map(routes.filter(({ route }) => route.method === 'GET').map(({ route }) => [route.path, route]));
  const inTurn = createTurnsByKey();
  /** path of what was saved → who did last, oldest first */
  const remembered = new Map<string, LastSave>();

  function remember(place: string, { email, customerId }: SecurityUser): void {
    remembered.delete(place);
    remembered.set(place, { by: email, customerId, time: Date.now() });
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
  }

  /** @throws ApiError 409 / 31 with who saved meanwhile, unless what is stored has the state `basedOn` */
  async function requireState(basedOn: string, { user, place, id, stored }: GuardedSave): Promise<void> {
    const state = createHash('sha256')
      .update(storedStateText(stored as object))
      .digest('hex');
    if (state === basedOn) return;
    const save = remembered.get(place) ?? (id === undefined ? undefined : await findLastSave(id));
    // Customer users learn of nobody else's people.
    const mayKnow = user.authority !== 'CUSTOMER_USER' || save?.customerId === user.customerId;
    const meanwhile: SavedMeanwhile = save ? { savedTime: save.time, ...(mayKnow ? { savedBy: save.by } : {}) } : {};
    throw conflict('It was changed meanwhile', { ...meanwhile });
  }

  return routes.map((implementation) => {
    const { route, handle } = implementation;
    const path = definitionOf(route).replaces;
    if (path === undefined) return implementation;
    const reader = readers.get(path);
    if (!reader) throw new Error(`nothing reads what ${route.path} replaces`);
    const parameter = PARAMETER.exec(path)?.[1];
    return {
      route,
      async handle(request: SaveRequest) {
        const { user, body } = request;
        const id = parameter === undefined ? undefined : namedIn(body, parameter);
        if (parameter !== undefined && id === undefined) return handle(request);
        // What has no id of its own is the tenant's, or the installation's.
        const place =
          parameter === undefined ? `${path} ${user.tenantId}` : path.replace(PARAMETER, () => id as string);
        return inTurn(place, async () => {
          const { basedOn } = request.query as { basedOn?: string };
          if (basedOn !== undefined) {
            const params = parameter === undefined ? {} : { [parameter]: id as string };
            const stored = await callAs(user, reader, { params });
            await requireState(basedOn, { user, place, id: id && namedIn(body, 'id'), stored });
          }
          const saved = await handle(request);
          remember(place, user);
          return saved;
        });
      },
    };
  });
}
