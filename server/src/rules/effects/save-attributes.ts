import type { Message } from '../../messages/message.ts';
import type { AttributeScope } from '../../values/attribute.ts';
import type { KeyValue, TelemetryValue } from '../../values/value.ts';
import { defineEffect, runWhenAdmitted } from './effect-kind.ts';

type Owner = Pick<Message, 'tenantId' | 'originator'>;

/** The new value of an attribute; null deletes it. */
export interface AttributeChange {
  key: string;
  value: TelemetryValue | null;
}

interface AttributesWrite {
  owner: Owner;
  scope: AttributeScope;
  notifyDevice: boolean;
  /** key → newest value */
  entries: Map<string, AttributeChange>;
}

export interface AttributesWrites {
  list: AttributesWrite[];
  /** scope and entity → its newest write */
  newest: Map<string, AttributesWrite>;
}

function add(
  { list, newest }: AttributesWrites,
  { tenantId, originator }: Owner,
  scope: AttributeScope,
  entries: Iterable<AttributeChange>,
  notifyDevice: boolean,
): void {
  const place = `${scope}${originator.id}`;
  let write = newest.get(place);
  if (write?.notifyDevice !== notifyDevice) {
    write = { owner: { tenantId, originator }, scope, notifyDevice, entries: new Map() };
    newest.set(place, write);
    list.push(write);
  }
  for (const entry of entries) write.entries.set(entry.key, entry);
}

const isValue = (change: AttributeChange): change is KeyValue => change.value !== null;

/** The changes that are values: the list itself when all of them are. */
function valuesOf(changes: readonly AttributeChange[]): KeyValue[] {
  return (changes.every(isValue) ? changes : changes.filter(isValue)) as KeyValue[];
}

/** Attributes of an entity; of several changes of a key the newest counts. */
export const saveAttributes = defineEffect({
  kind: 'saveAttributes',
  nothing: (): AttributesWrites => ({ list: [], newest: new Map() }),
  isEmpty: ({ list }) => list.length === 0,
  adder:
    (writes, { keyLimits }) =>
    (
      owner: Owner,
      scope: AttributeScope,
      entries: readonly AttributeChange[],
      notifyDevice: boolean,
    ): Promise<void> | undefined =>
      runWhenAdmitted(keyLimits.admitAttributes(owner.tenantId, owner.originator, scope, valuesOf(entries)), () =>
        add(writes, owner, scope, entries, notifyDevice),
      ),
  merge(writes, later) {
    for (const { owner, scope, entries, notifyDevice } of later.list) {
      add(writes, owner, scope, entries.values(), notifyDevice);
    }
  },
  async store(unit, { list }, { telemetry }) {
    for (const { owner, scope, notifyDevice, entries } of list) {
      const { tenantId, originator: entityId } = owner;
      const changes = [...entries.values()];
      const place = { unit, tenantId, entityId, scope, notifyDevice };
      const values = valuesOf(changes);
      if (values.length > 0) await telemetry.saveAttributes({ ...place, entries: values });
      const deleted = changes.filter((change) => !isValue(change)).map(({ key }) => key);
      if (deleted.length > 0) await telemetry.deleteAttributes({ ...place, keys: deleted });
    }
  },
});
