import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { unlessBlank } from '@signalbox/contract/text';
import type { WidgetType, WidgetTypeDetails, WidgetTypeInfo, WidgetTypeInput } from '@signalbox/contract/widget';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isForeignKeyViolation, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { freeAlias, storeWithAlias } from './widget-alias.ts';
import { requireRoomForType } from './widget-room.ts';
import type { BundleAddress, WidgetTypeStore } from './widget-type-store.ts';

/** A bundle as clients address it: of the system, or of their tenant. */
export interface BundleQuery {
  isSystem: boolean;
  bundleAlias: string;
}

export interface WidgetTypeServiceParts {
  store: WidgetTypeStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Widget types: what widgets of dashboards are made of. */
export function createWidgetTypeService({ store, actionLog, liveBus }: WidgetTypeServiceParts) {
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<WidgetTypeDetails> {
    const type = await store.find(user.tenantId, id);
    if (!type) throw entityNotFound('Widget type', id);
    requirePermission(user, 'WIDGET_TYPE', operation, ownerOf(type));
    return type;
  }

  /** The bundle that a user asks for; may read it whoever may read widget types. */
  function addressFor(user: SecurityUser, { isSystem, bundleAlias }: BundleQuery): BundleAddress {
    requirePermission(user, 'WIDGET_TYPE', 'READ');
    return { tenantId: isSystem ? NULL_UUID : user.tenantId, bundleAlias };
  }

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    type: WidgetTypeDetails,
    before: WidgetTypeDetails | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: type.tenantId.id, entityId: type.id });
    await actionLog.record({
      user,
      type: ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action],
      entityId: type.id,
      entityName: type.name,
      data: action === 'deleted' ? { entityId: type.id.id } : { entity: type },
      // Its code and its picture are in its versions.
      before: before && { ...before, descriptor: {}, image: null },
    });
  }

  async function create(
    user: SecurityUser,
    input: WidgetTypeInput,
    content: Pick<WidgetTypeDetails, 'name' | 'bundleAlias' | 'descriptor'>,
  ): Promise<WidgetTypeDetails> {
    requirePermission(user, 'WIDGET_TYPE', 'CREATE');
    const { id, createdTime } = newEntityId();
    const { name, bundleAlias, descriptor } = content;
    const { tenantId } = user;
    await requireRoomForType(store, tenantId);
    return storeWithAlias('widget_type_alias', async () => {
      const type: WidgetTypeDetails = {
        id: entityId('WIDGET_TYPE', id),
        createdTime,
        tenantId: entityId('TENANT', tenantId),
        bundleAlias,
        alias: freeAlias(input.alias, name, await store.aliases({ tenantId, bundleAlias })),
        name,
        image: input.image,
        description: input.description,
        descriptor,
      };
      try {
        await store.insert(type, user);
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        throw badRequest('Widget type is referencing to non-existent widgets bundle!');
      }
      return type;
    });
  }

  return {
    require,
    changed,

    get: (user: SecurityUser, id: string): Promise<WidgetTypeDetails> => require(user, id, 'READ'),

    async getByAlias(user: SecurityUser, bundle: BundleQuery, alias: string): Promise<WidgetType> {
      const type = await store.findByAlias(addressFor(user, bundle), alias);
      if (!type) throw notFound();
      return type;
    },

    types: async (user: SecurityUser, bundle: BundleQuery): Promise<WidgetType[]> =>
      store.types(addressFor(user, bundle)),

    details: async (user: SecurityUser, bundle: BundleQuery): Promise<WidgetTypeDetails[]> =>
      store.details(addressFor(user, bundle)),

    infos: async (user: SecurityUser, bundle: BundleQuery): Promise<WidgetTypeInfo[]> =>
      store.infos(addressFor(user, bundle)),

    async save(user: SecurityUser, input: WidgetTypeInput): Promise<WidgetTypeDetails> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      const name = unlessBlank(input.name);
      const { bundleAlias, descriptor } = input;
      if (!name) throw badRequest('Widgets type name should be specified!');
      if (!bundleAlias?.trim()) throw badRequest('Widgets type bundle alias should be specified!');
      if (!descriptor || Object.keys(descriptor).length === 0) {
        throw badRequest("Widgets type descriptor can't be empty!");
      }
      if (!known) {
        const created = await create(user, input, { name, bundleAlias, descriptor });
        await changed(user, 'created', created, null);
        return created;
      }
      if (bundleAlias !== known.bundleAlias) throw badRequest('Update of widget type bundle alias is prohibited!');
      if (input.alias !== known.alias) throw badRequest('Update of widget type alias is prohibited!');
      await requireRoomForType(store, known.tenantId.id);
      const content = { name, image: input.image, description: input.description, descriptor };
      const saved = await store.update(known.tenantId.id, known.id.id, content, { author: user, cause: 'SAVED' });
      if (!saved) throw entityNotFound('Widget type', known.id.id);
      await changed(user, 'updated', saved.after, saved.before);
      return saved.after;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      const type = await store.delete(known.tenantId.id, id, user);
      if (!type) throw entityNotFound('Widget type', id);
      await changed(user, 'deleted', type, type);
    },
  };
}

export type WidgetTypeService = ReturnType<typeof createWidgetTypeService>;
