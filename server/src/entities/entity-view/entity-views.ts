import {
  ENTITY_VIEW_NAMES,
  type EntityView,
  type EntityViewInput,
  entityViewCalls,
  type ViewKeys,
} from '@signalbox/contract/entity-view';
import { type EntityId, entityId } from '@signalbox/contract/id';
import { badRequest, isForeignKeyViolation, permissionDenied } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { asJson } from '../../storage/json-column.ts';
import { inTransaction, type UnitOfWork } from '../../storage/transaction.ts';
import type { TypedRow } from '../typed/typed-entity.ts';
import { createTypedFeature, type TypedParts } from '../typed/typed-feature.ts';
import type { ViewDirectory } from '../view-directory.ts';
import { entityViewKind } from './entity-view-kind.ts';
import type { ViewValues } from './view-values.ts';

export interface EntityViewsParts extends TypedParts {
  views: Pick<ViewDirectory, 'whileChanging'>;
  viewValues: ViewValues;
}

export interface EntityViewRow extends TypedRow {
  device_id: string | null;
  asset_id: string | null;
  keys: ViewKeys;
  start_time: number;
  end_time: number;
}

export const toEntityView = (row: EntityViewRow): EntityView => ({
  id: entityId('ENTITY_VIEW', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info,
  entityId: row.device_id ? entityId('DEVICE', row.device_id) : entityId('ASSET', row.asset_id as string),
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  name: row.name,
  type: row.type,
  keys: row.keys,
  startTimeMs: row.start_time,
  endTimeMs: row.end_time,
});

/** Each message of a target is copied to all of its views, in the batch in which others wait. */
const MAX_VIEWS = 100;

/** @throws ApiError 400 / 31 when the views of the target are too many with those of the unit */
async function requireRoom({ client }: UnitOfWork, { entityType, id }: EntityId): Promise<void> {
  const column = entityType === 'DEVICE' ? 'device_id' : 'asset_id';
  const { rowCount } = await client.query(`SELECT FROM entity_view WHERE ${column} = $1 LIMIT ${MAX_VIEWS + 1}`, [id]);
  if ((rowCount ?? 0) > MAX_VIEWS) {
    throw badRequest(`A device or an asset can have at most ${MAX_VIEWS} entity views (entityId)`);
  }
}

const missingTarget = () => badRequest('Entity view entityId should be a device or an asset of the tenant!');

/**
 * The target may have moved to another tenant since it was looked up; the row of the view holds it from now on.
 * @throws ApiError 400 / 31
 */
async function requireOwnTarget({ client }: UnitOfWork, { tenantId, entityId }: EntityView): Promise<void> {
  const table = entityId.entityType === 'DEVICE' ? 'device' : 'asset';
  const text = `SELECT FROM ${table} WHERE id = $1 AND tenant_id = $2`;
  if ((await client.query(text, [entityId.id, tenantId.id])).rowCount === 0) throw missingTarget();
}

/** Whether two saves show the same. */
const showSame = (one: EntityView, other: EntityViewInput): boolean =>
  one.entityId.id === other.entityId.id &&
  one.startTimeMs === other.startTimeMs &&
  one.endTimeMs === other.endTimeMs &&
  JSON.stringify(one.keys) === JSON.stringify(other.keys);

/** Entity views: what others may see of a device or an asset, in a window of time. */
export function createEntityViews(parts: EntityViewsParts) {
  const { pool, directory, views, viewValues } = parts;

  async function requireTarget(user: SecurityUser, target: EntityId): Promise<void> {
    const isViewable = target.entityType === 'DEVICE' || target.entityType === 'ASSET';
    const found = isViewable ? await directory.find(target) : undefined;
    if (found?.tenantId !== user.tenantId) throw missingTarget();
  }

  return createTypedFeature<EntityView, EntityViewInput, EntityViewRow>(parts, {
    kind: entityViewKind,
    names: ENTITY_VIEW_NAMES,
    calls: entityViewCalls,
    toEntity: toEntityView,
    ownValues: (view) => ({
      device_id: view.entityId.entityType === 'DEVICE' ? view.entityId.id : null,
      asset_id: view.entityId.entityType === 'ASSET' ? view.entityId.id : null,
      keys: asJson(view.keys),
      start_time: view.startTimeMs,
      end_time: view.endTimeMs,
    }),

    async complete(user, id, base, input, before) {
      // Who sees a view need not see its target: only administrators decide what it shows.
      if (before && user.authority === 'CUSTOMER_USER' && !showSame(before, input)) throw permissionDenied();
      if (before?.entityId.id !== input.entityId.id) await requireTarget(user, input.entityId);
      const { createdTime, additionalInfo, ...others } = base;
      return {
        id: entityId('ENTITY_VIEW', id),
        createdTime,
        additionalInfo,
        entityId: before?.entityId.id === input.entityId.id ? before.entityId : input.entityId,
        ...others,
        keys: input.keys,
        startTimeMs: input.startTimeMs,
        endTimeMs: input.endTimeMs,
      };
    },

    /** The row and its copies in one transaction. */
    storing(view, known, store) {
      const targets = known ? [known.entityId.id, view.entityId.id] : [view.entityId.id];
      return views.whileChanging(targets, () =>
        inTransaction(pool, async (unit) => {
          const before = await store(unit);
          if (before?.entityId.id !== view.entityId.id) {
            await requireOwnTarget(unit, view);
            await requireRoom(unit, view.entityId);
          }
          await viewValues.copy(unit, view, before);
          return before;
        }).catch((error: unknown) => {
          const isGone = ['device', 'asset'].some((table) => isForeignKeyViolation(error, `entity_view_${table}`));
          throw isGone ? missingTarget() : error;
        }),
      );
    },
  });
}

export type EntityViews = ReturnType<typeof createEntityViews>;
