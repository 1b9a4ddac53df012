import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { unlessBlank } from '@signalbox/contract/text';
import type { WidgetsBundle, WidgetsBundleInput } from '@signalbox/contract/widget';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { freeAlias, storeWithAlias } from './widget-alias.ts';
import { requireRoomForBundle } from './widget-room.ts';
import type { WidgetsBundleStore } from './widgets-bundle-store.ts';

export interface WidgetsBundleServiceParts {
  store: WidgetsBundleStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Bundles of widget types: everybody sees those of the system beside the own ones. */
export function createWidgetsBundleService({ store, actionLog, liveBus }: WidgetsBundleServiceParts) {
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<WidgetsBundle> {
    const bundle = await store.find(user.tenantId, id);
    if (!bundle) throw entityNotFound('Widgets bundle', id);
    requirePermission(user, 'WIDGETS_BUNDLE', operation, ownerOf(bundle));
    return bundle;
  }

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    bundle: WidgetsBundle,
    before: WidgetsBundle | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: bundle.tenantId.id, entityId: bundle.id });
    await actionLog.record({
      user,
      type: ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action],
      entityId: bundle.id,
      entityName: bundle.title,
      data: action === 'deleted' ? { entityId: bundle.id.id } : { entity: bundle },
      before,
    });
  }

  async function create(user: SecurityUser, input: WidgetsBundleInput, title: string): Promise<WidgetsBundle> {
    requirePermission(user, 'WIDGETS_BUNDLE', 'CREATE');
    const { id, createdTime } = newEntityId();
    return storeWithAlias('widgets_bundle_alias', async () => {
      const taken = await store.aliases(user.tenantId);
      requireRoomForBundle(taken.size);
      const bundle: WidgetsBundle = {
        id: entityId('WIDGETS_BUNDLE', id),
        createdTime,
        tenantId: entityId('TENANT', user.tenantId),
        alias: freeAlias(input.alias, title, taken),
        title,
        image: input.image,
        description: input.description,
      };
      await store.insert(bundle);
      return bundle;
    });
  }

  return {
    get: (user: SecurityUser, id: string): Promise<WidgetsBundle> => require(user, id, 'READ'),

    /** A page of what the user sees, or all of it without page parameters. */
    async list(
      user: SecurityUser,
      {
        page,
        pageSize,
        own,
        ...link
      }: Omit<PageLink, 'page' | 'pageSize'> & Partial<PageLink> & { own?: boolean | undefined },
    ): Promise<PageData<WidgetsBundle> | WidgetsBundle[]> {
      requirePermission(user, 'WIDGETS_BUNDLE', 'READ');
      if (pageSize === undefined || page === undefined) return store.all(user.tenantId);
      return store.list(user.tenantId, { ...link, page, pageSize }, own ?? false);
    },

    async save(user: SecurityUser, input: WidgetsBundleInput): Promise<WidgetsBundle> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      const title = unlessBlank(input.title);
      if (!title) throw badRequest('Widgets bundle title should be specified!');
      if (!known) {
        const created = await create(user, input, title);
        await changed(user, 'created', created, null);
        return created;
      }
      if (input.alias !== known.alias) throw badRequest('Update of widgets bundle alias is prohibited!');
      const bundle = { ...known, title, image: input.image, description: input.description };
      const before = await store.update(bundle);
      if (!before) throw entityNotFound('Widgets bundle', known.id.id);
      await changed(user, 'updated', bundle, before);
      return bundle;
    },

    /** Deletes the bundle with its types. */
    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      const bundle = await store.delete(known.tenantId.id, id, user);
      if (!bundle) throw entityNotFound('Widgets bundle', id);
      await changed(user, 'deleted', bundle, bundle);
    },
  };
}

export type WidgetsBundleService = ReturnType<typeof createWidgetsBundleService>;
