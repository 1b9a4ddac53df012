interface OfTenant {
  tenantId: string;
}

/** States that wait to be written. */
export interface StatesToWrite<State extends OfTenant> {
  readonly size: number;
  has(state: State): boolean;
  /** Behind the others of its tenant, unless it is there already. */
  add(state: State): void;
  delete(state: State): void;
  /** Takes so many out at most: of each tenant the same number, those that have waited longest. */
  take(most: number): State[];
}

/** Tenants take turns: one whose fleet falls silent keeps nobody else waiting. */
export function createStatesToWrite<State extends OfTenant>(): StatesToWrite<State> {
  /** tenant id → its states, those that have waited longest first; the tenant that is next comes first */
  const waiting = new Map<string, Set<State>>();
  let size = 0;

  function remove(state: State): void {
    const own = waiting.get(state.tenantId);
    if (!own?.delete(state)) return;
    size--;
    if (own.size === 0) waiting.delete(state.tenantId);
  }

  return {
    get size() {
      return size;
    },
    has: (state) => waiting.get(state.tenantId)?.has(state) ?? false,
    add(state) {
      const own = waiting.get(state.tenantId) ?? new Set();
      waiting.set(state.tenantId, own);
      if (own.has(state)) return;
      own.add(state);
      size++;
    },
    delete: remove,
    take(most) {
      const taken: State[] = [];
      while (taken.length < most && size > 0) {
        const share = Math.max(1, Math.floor((most - taken.length) / waiting.size));
        for (const [tenantId, own] of [...waiting]) {
          const end = Math.min(most, taken.length + share);
          for (const state of own) {
            if (taken.length === end) break;
            remove(state);
            taken.push(state);
          }
          if (own.size > 0) {
            waiting.delete(tenantId);
            waiting.set(tenantId, own);
          }
          if (taken.length === most) break;
        }
      }
      return taken;
    },
  };
}
