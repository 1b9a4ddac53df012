import type { Message } from '../../messages/message.ts';
import type { AttributeScope } from '../../values/attribute.ts';
import type { KeyValue } from '../../values/value.ts';
import { defineEffect, runWhenAdmitted } from './effect-kind.ts';

type Owner = Pick<Message, 'tenantId' | 'originator'>;

interface AttributesWrite {
  owner: Owner;
  scope: AttributeScope;
  notifyDevice: boolean;
  /** key → newest value */
  entries: Map<string, KeyValue>;
}

interface AttributesWrites {
  list: AttributesWrite[];
  /** scope and entity → its newest write */
  newest: Map<string, AttributesWrite>;
}

function add(
  { list, newest }: AttributesWrites,
  { tenantId, originator }: Owner,
  scope: AttributeScope,
  entries: Iterable<KeyValue>,
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

/** Attributes of the originator of a message; of several values of a key the newest is written. */
export const saveAttributes = defineEffect({
  kind: 'saveAttributes',
  nothing: (): AttributesWrites => ({ list: [], newest: new Map() }),
  isEmpty: ({ list }) => list.length === 0,
  adder:
    (writes, { keyLimits }) =>
    (owner: Owner, scope: AttributeScope, entries: KeyValue[], notifyDevice: boolean): Promise<void> | undefined =>
      runWhenAdmitted(keyLimits.admitAttributes(owner.tenantId, owner.originator, scope, entries), () =>
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
      await telemetry.saveAttributes({ unit, tenantId, entityId, scope, notifyDevice, entries: [...entries.values()] });
    }
  },
});
