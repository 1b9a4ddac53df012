/** Lists that are gone through at a time because somebody asked for them, each of another tenant: others need connections, too. */
const MAX_ASKED = 2;
/** Lists that wait until they are gone through; those that were asked for the longest ago have to be asked for again. */
const MAX_WAITING = 50;

/** A list that is gone through. */
interface Walked {
  name: string;
  /** Never fails. */
  done: Promise<void>;
}

/**
 * Which lists are gone through, and when. Those that somebody asked for go first: the tenants take turns, and of a tenant the
 * list comes first that was asked for last, since somebody is looking at it. Those that are foreseen wait until nobody has
 * asked for any, one at a time; what is asked for meanwhile is gone through beside it.
 * @param walk goes through a list
 * @param onFailed called when that fails
 */
export function createListLearning<List extends { tenantId: string; name: string }>(
  walk: (list: List) => Promise<void>,
  onFailed: (error: unknown) => void,
) {
  /** tenant → its list that is gone through because it was asked for */
  const requested = new Map<string, Walked>();
  /** The list that is gone through before anybody asks. */
  let foreseen: Walked | undefined;
  /** tenant → its lists that wait, by name, the one asked for last at the end; the tenant comes first whose turn is next */
  const waiting = new Map<string, Map<string, List>>();
  let waits = 0;

  function leave(tenantId: string, name: string): void {
    const lists = waiting.get(tenantId);
    if (!lists?.delete(name)) return;
    waits--;
    if (lists.size === 0) waiting.delete(tenantId);
  }

  function wait(list: List): void {
    leave(list.tenantId, list.name);
    const lists = waiting.get(list.tenantId) ?? new Map<string, List>();
    waiting.set(list.tenantId, lists.set(list.name, list));
    if (++waits <= MAX_WAITING) return;
    let most = lists;
    let of = list.tenantId;
    for (const [tenantId, others] of waiting) if (others.size > most.size) [of, most] = [tenantId, others];
    const [oldest] = most.keys();
    if (oldest !== undefined) leave(of, oldest);
  }

  /** @param over called in the end */
  function goThrough(list: List, over: () => void): Walked {
    return { name: list.name, done: walk(list).catch(onFailed).finally(over) };
  }

  function beginWaiting(): void {
    for (const [tenantId, lists] of [...waiting]) {
      if (requested.size >= MAX_ASKED) return;
      const last = [...lists.values()].at(-1);
      if (!last || requested.has(tenantId)) continue;
      leave(tenantId, last.name);
      // The others of the tenant wait behind those of other tenants.
      if (waiting.delete(tenantId)) waiting.set(tenantId, lists);
      const over = (): void => {
        requested.delete(tenantId);
        beginWaiting();
      };
      requested.set(tenantId, goThrough(last, over));
    }
  }

  const current = (): Walked[] => [...requested.values(), ...(foreseen ? [foreseen] : [])];

  /** When a list has been gone through; undefined: it is not, right now. */
  const endOf = ({ tenantId, name }: Pick<List, 'tenantId' | 'name'>): Promise<void> | undefined =>
    [requested.get(tenantId), foreseen].find((one) => one?.name === name)?.done;

  const learning = {
    endOf,

    /** Goes through a list that somebody asked for, at once or when it is its turn. */
    ask(list: List): void {
      if (endOf(list)) return;
      wait(list);
      beginWaiting();
    },

    /** No list of a tenant waits any more. */
    forget(tenantId: string): void {
      waits -= waiting.get(tenantId)?.size ?? 0;
      waiting.delete(tenantId);
    },

    /** Whether no list is gone through. */
    isIdle: (): boolean => requested.size === 0 && !foreseen,

    /** Goes through a list once no other one is gone through, unless that is no longer needed by then. */
    async foresee(list: List, isNeeded: () => boolean = () => true): Promise<void> {
      while (!learning.isIdle()) await Promise.race(current().map(({ done }) => done));
      if (!isNeeded()) return;
      foreseen = goThrough(list, () => {
        foreseen = undefined;
      });
      await foreseen.done;
    },

    /** Resolves when no list is gone through. */
    async settle(): Promise<void> {
      while (!learning.isIdle()) await Promise.all(current().map(({ done }) => done));
    },
  };
  return learning;
}
