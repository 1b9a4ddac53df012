import type { DeletedWidgetsBundle, DeletedWidgetType } from '@signalbox/contract/deleted-widget';
import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, conflict, entityNotFound, isForeignKeyViolation, isUniqueViolation } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { DeletedWidgets } from './deleted-widgets.ts';
import { requireRoomForBundle, requireRoomForType } from './widget-room.ts';
import type { WidgetTypeStore } from './widget-type-store.ts';
import type { WidgetsBundleStore } from './widgets-bundle-store.ts';

export interface DeletedWidgetServiceParts {
  deleted: DeletedWidgets;
  types: Pick<WidgetTypeStore, 'taken'>;
  bundles: Pick<WidgetsBundleStore, 'aliases'>;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

type WidgetKind = 'WIDGETS_BUNDLE' | 'WIDGET_TYPE';

const NOUNS = { WIDGETS_BUNDLE: 'Widgets bundle', WIDGET_TYPE: 'Widget type' } as const;

/** Why something cannot come back, for people. */
function refusalOf(error: unknown): unknown {
  if (isForeignKeyViolation(error)) return badRequest('The widgets bundle of the type is gone: restore it first');
  if (isUniqueViolation(error, 'widget_type_alias')) {
    return conflict('Another widget type of the bundle has its alias meanwhile');
  }
  if (isUniqueViolation(error, 'widgets_bundle_alias')) return conflict('Another bundle has its alias meanwhile');
  return error;
}

/** Bundles of widget types, and types, that were deleted. */
export function createDeletedWidgetService(parts: DeletedWidgetServiceParts) {
  const { deleted, types, bundles, actionLog, liveBus } = parts;
  const storeOf = { WIDGETS_BUNDLE: deleted.bundles, WIDGET_TYPE: deleted.types } as const;

  /** @returns its name */
  async function requireDeleted(
    user: SecurityUser,
    kind: WidgetKind,
    id: string,
    operation: Operation,
  ): Promise<string> {
    const name = await storeOf[kind].findName(user.tenantId, id);
    if (name === undefined) throw entityNotFound(NOUNS[kind], id);
    requirePermission(user, kind, operation, { id, tenantId: user.tenantId });
    return name;
  }

  async function restore<Result>(
    user: SecurityUser,
    kind: WidgetKind,
    id: string,
    work: () => Promise<Result | undefined>,
  ): Promise<Result> {
    const name = await requireDeleted(user, kind, id, 'CREATE');
    const identity = entityId(kind, id);
    const action = {
      user,
      type: 'ADDED',
      entityId: identity,
      entityName: name,
      data: { entity: { id: identity, name } },
    } as const;
    const restored = await recordFailure(actionLog, action, async () => {
      try {
        return await work();
      } catch (error) {
        throw refusalOf(error);
      }
    });
    if (!restored) throw entityNotFound(NOUNS[kind], id);
    liveBus.publish({ kind: 'entity', action: 'created', tenantId: user.tenantId, entityId: identity });
    await actionLog.record({ ...action, before: null });
    return restored;
  }

  return {
    async listBundles(user: SecurityUser, link: PageLink): Promise<PageData<DeletedWidgetsBundle>> {
      requirePermission(user, 'WIDGETS_BUNDLE', 'READ');
      return deleted.bundles.list(user.tenantId, link);
    },

    async listTypes(user: SecurityUser, link: PageLink): Promise<PageData<DeletedWidgetType>> {
      requirePermission(user, 'WIDGET_TYPE', 'READ');
      return deleted.types.list(user.tenantId, link);
    },

    /** With its types. */
    restoreBundle: async (user: SecurityUser, id: string): Promise<WidgetsBundle> => {
      const { bundle } = await restore(user, 'WIDGETS_BUNDLE', id, async () => {
        requireRoomForBundle((await bundles.aliases(user.tenantId)).size);
        await requireRoomForType(types, user.tenantId);
        return deleted.bundles.restore(user.tenantId, id, user);
      });
      return bundle;
    },

    restoreType: (user: SecurityUser, id: string): Promise<WidgetTypeDetails> =>
      restore(user, 'WIDGET_TYPE', id, async () => {
        await requireRoomForType(types, user.tenantId);
        return deleted.types.restore(user.tenantId, id, user);
      }),

    /** Deletes a deleted bundle or type for good. */
    async forget(user: SecurityUser, kind: WidgetKind, id: string): Promise<void> {
      const name = await requireDeleted(user, kind, id, 'DELETE');
      if (!(await storeOf[kind].forget(user.tenantId, id))) throw entityNotFound(NOUNS[kind], id);
      await actionLog.record({
        user,
        type: 'DELETED',
        entityId: entityId(kind, id),
        entityName: name,
        data: { entityId: id, forGood: true },
      });
    },
  };
}

export type DeletedWidgetService = ReturnType<typeof createDeletedWidgetService>;
