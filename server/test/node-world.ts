import { type Alarm, isActive } from '@signalbox/contract/alarm';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { Relation } from '@signalbox/contract/relation';
import type { EntitySummary } from '../src/access/entity-directory.ts';
import type { AlarmReader } from '../src/alarms/alarm-reader.ts';
import type { AlarmRecord } from '../src/alarms/alarm-record.ts';
import type { ShownSeries } from '../src/entities/view-directory.ts';
import { ALL_QUEUES } from '../src/messages/queues.ts';
import { isCleared, isSameRelation } from '../src/rules/effects/change-relations.ts';
import type { EffectStores } from '../src/rules/effects/effect-kind.ts';
import type { NodeEntities } from '../src/rules/node-entities.ts';
import { createNodeReads, type NodeReads } from '../src/rules/node-reads.ts';
import { newQueueCounter } from '../src/rules/queue-counter.ts';
import type { RuleEngineParts } from '../src/rules/rule-engine.ts';
import type { AttributeEntry, AttributeScope } from '../src/values/attribute.ts';
import { parseAttributes } from '../src/values/json-values.ts';
import type { Point } from '../src/values/value.ts';

/** Values by key, as JSON. */
type Values = Readonly<Record<string, unknown>>;

/** An entity that a node under test can read. */
export interface WorldEntity extends Partial<Omit<EntitySummary, 'entityId'>> {
  entityId: EntityId;
  /** As the API shows it. */
  fields?: Values;
  attributes?: Partial<Record<AttributeScope, Values>>;
  /** Newest points, of 1,000. */
  latest?: Values;
  history?: readonly Point[];
}

/** A device of the tenant `tenant`, whom alarms are about. */
export const DEVICE = entityId('DEVICE', '784f394c-42b6-435a-983c-b7beff2784f9');

/** An active alarm about DEVICE. */
export const alarmOf = (members: Partial<Alarm>): Alarm => ({
  id: entityId('ALARM', '5fb28880-e57e-11f1-a2cf-f30f015b2b9a'),
  createdTime: 900,
  tenantId: entityId('TENANT', 'tenant'),
  customerId: entityId('CUSTOMER', NULL_UUID),
  type: 'Hot',
  originator: DEVICE,
  severity: 'MAJOR',
  status: 'ACTIVE_UNACK',
  startTs: 900,
  endTs: 900,
  ackTs: 0,
  clearTs: 0,
  details: null,
  propagate: false,
  propagateRelationTypes: [],
  name: members.type ?? 'Hot',
  ...members,
});

/** What nodes read of alarms in such a world. */
export function alarmReaderOf({ entities = [], alarms = [] }: World): AlarmReader {
  const record = (alarm: Alarm | undefined): AlarmRecord | undefined =>
    alarm && { alarm, version: 0, historySize: 1, historyLast: '' };
  return {
    active: async ({ originatorId, type }) =>
      record(
        alarms.find((alarm) => alarm.originator.id === originatorId && alarm.type === type && isActive(alarm.status)),
      ),
    byId: async (id) => record(alarms.find((alarm) => alarm.id.id === id)),
    async originator(id) {
      const found = entities.find(({ entityId: own }) => own.id === id.id && own.entityType === id.entityType);
      return found && { id: id.id, tenantId: 'tenant', customerId: NULL_UUID, name: id.id, ...found };
    },
  };
}

/** Alarms for engines whose chains have none. */
export const noAlarms: EffectStores['alarms'] = { reader: alarmReaderOf({}), store: { write: async () => undefined } };

/** Alarm rules for engines whose profiles have none. */
export const noAlarmRules: RuleEngineParts['alarmRules'] = {
  find: () => 'no rules',
  read: async () => 'no rules',
  looked: () => undefined,
  remember: () => undefined,
  write: async () => undefined,
};

/** What a node under test can read. */
export interface World {
  alarms?: readonly Alarm[];
  entities?: readonly WorldEntity[];
  /** Relations of type Contains unless they say otherwise. */
  relations?: readonly (Pick<Relation, 'from' | 'to'> & { type?: string })[];
  /** Id of an entity → id of the customer that earlier nodes have given it to. */
  unstoredCustomers?: Readonly<Record<string, string>>;
  /** Id of an entity → ids of its edges. */
  edges?: Readonly<Record<string, readonly string[]>>;
}

const valuesOf = (values: Values = {}) => parseAttributes(JSON.stringify(values), { castStrings: false });

/** The reads of a node in a world without a database. Entities are of tenant `tenant` unless they say otherwise. */
export function readsOf({ entities = [], relations = [], edges = {} }: World = {}): NodeReads {
  const entityOf = ({ id, entityType }: EntityId) =>
    entities.find(({ entityId }) => entityId.id === id && entityId.entityType === entityType);
  const byId = (id: string) => entities.find(({ entityId }) => entityId.id === id);
  const allRelations = relations.map(
    (relation): Relation => ({ type: 'Contains', typeGroup: 'COMMON', additionalInfo: null, ...relation }),
  );
  return createNodeReads({
    directory: {
      async find(id) {
        const found = entityOf(id);
        return found && { id: id.id, tenantId: 'tenant', customerId: NULL_UUID, name: id.id, ...found };
      },
    },
    entities: { find: async (id) => entityOf(id)?.fields },
    attributes: {
      async find(id, scope, keys) {
        const all = Object.entries(byId(id)?.attributes ?? {}) as [AttributeScope, Values][];
        return all
          .filter(([of]) => scope === null || of === scope)
          .flatMap(([of, values]) =>
            valuesOf(values).map((value): AttributeEntry => ({ ...value, scope: of, lastUpdateTs: 1_000 })),
          )
          .filter(({ key }) => !keys || keys.includes(key));
      },
    },
    series: {
      latest: async (id, keys) =>
        valuesOf(byId(id)?.latest)
          .filter(({ key }) => !keys || keys.includes(key))
          .map((value) => ({ ...value, ts: 1_000 })),
    },
    history: {
      async read(id, { key, startTs, endTs, limit, order }) {
        const found = (entityOf(id)?.history ?? [])
          .filter((point) => point.key === key && point.ts >= startTs && point.ts < endTs)
          .sort((a, b) => (order === 'ASC' ? a.ts - b.ts : b.ts - a.ts));
        return found.slice(0, limit);
      },
    },
    edgesOf: async (wanted) => wanted.map(({ entityId }) => [...(edges[entityId.id] ?? [])]),
    views: {
      ofTargets(targets) {
        const ids = [...targets].map(({ id }) => id);
        const shown = entities.flatMap(({ entityId: view, fields }): ShownSeries[] => {
          const target = fields?.entityId as ShownSeries['target'] | undefined;
          const isView = view.entityType === 'ENTITY_VIEW' && target && ids.includes(target.id);
          return isView ? [{ view: view as ShownSeries['view'], target, keys: undefined, startTs: 0, endTs: 0 }] : [];
        });
        return Map.groupBy(shown, ({ target }) => target.id);
      },
    },
    relations: {
      ofEach: async (ids, direction) =>
        allRelations.filter(({ from, to }) => ids.includes((direction === 'FROM' ? from : to).id)),
      existing: async (wanted) => wanted.map((one) => allRelations.some((relation) => isSameRelation(relation, one))),
      ofType: async (ends, direction) =>
        allRelations.filter((relation) => ends.some((end) => isCleared(relation, { ...end, direction }))),
    },
  });
}

/** What a node finds by name in a world, and creates. */
export function entitiesOf(
  { entities = [] }: World = {},
  onCreated: (nodeId: string, entityType: string, name: string, type: string) => void = () => undefined,
): NodeEntities {
  const find: NodeEntities['find'] = async (tenantId, entityType, name) =>
    entities.find(
      (one) => one.entityId.entityType === entityType && one.name === name && (one.tenantId ?? 'tenant') === tenantId,
    )?.entityId;
  return {
    find,
    async ensure({ tenantId, nodeId }, entityType, name, type) {
      const found = await find(tenantId, entityType, name);
      if (found) return found;
      onCreated(nodeId, entityType, name, type);
      return { entityType, id: `new ${name}` };
    },
  };
}

/** Queues in which nothing waits. */
export const nothingHeld: EffectStores['held'] = {
  isWaiting: () => false,
  requireRoom: () => undefined,
  hold: async () => undefined,
};

/** Counts what nobody reads. */
export const noQueueStatistics = {
  counters: () => ALL_QUEUES.map(newQueueCounter),
  forget: () => undefined,
};
