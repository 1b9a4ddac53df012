import { openFilterOf, standingFor } from '../dashboard/current-entities.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import type { SubscriptionRequest } from './protocol.ts';

/** ms until what an alias stands for is asked for again, where the server could not answer. */
const RETRY = 5_000;

type Entity = { entityType: string; id: string } | null;
type Aliases = Pick<DashboardInUse, 'alias' | 'revision'>;

/**
 * Aliases for one of the entities that they find, which stand for that one: pages and alarms would have all that their filters find.
 * @param read reads the entity that a filter stands for; null: there is none
 */
export function createCurrentAliases(read: (filter: EntityFilter) => Promise<Entity>) {
  /** By filters, as long as nobody has the dashboard look again. */
  let known = new Map<string, Entity>();
  let asked = new Map<string, Promise<unknown>>();
  let revision: number | undefined;

  function ask(filter: EntityFilter): Promise<unknown> {
    const [text, into, under] = [JSON.stringify(filter), known, asked];
    const answer =
      under.get(text) ??
      read(filter)
        .then((entity) => into.set(text, entity))
        .finally(() => under.delete(text));
    under.set(text, answer);
    return answer;
  }

  /** The aliases for some datasources; undefined until it is known what they stand for, and then `again` is called. */
  return <Given extends Aliases>(
    dashboard: Given,
    datasources: SubscriptionRequest['datasources'],
    again: () => void,
  ): Given | undefined => {
    if (revision !== dashboard.revision) {
      revision = dashboard.revision;
      known = new Map();
      asked = new Map();
    }
    const open = datasources.flatMap(({ entityAliasId: id }): EntityFilter[] => {
      const filter = id ? openFilterOf(dashboard.alias(id)) : undefined;
      return filter ? [filter] : [];
    });
    const unknown = open.filter((filter) => !known.has(JSON.stringify(filter)));
    if (unknown.length > 0) {
      Promise.all(unknown.map(ask)).then(again, () => setTimeout(again, RETRY));
      return undefined;
    }
    const now = known;
    return {
      ...dashboard,
      alias(id) {
        const info = dashboard.alias(id);
        const filter = openFilterOf(info);
        const entity = filter && now.get(JSON.stringify(filter));
        return info && entity ? standingFor(info, entity) : info;
      },
    };
  };
}
