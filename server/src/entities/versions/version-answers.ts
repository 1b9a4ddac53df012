import { entityId } from '@signalbox/contract/id';
import type { Deleted, Version } from '@signalbox/contract/version';
import { KEPT_FOR, type VersionRow } from './version-kind.ts';

/** A row of things that were deleted, without what a kind adds. */
export interface DeletedRow {
  id: string;
  tenant_id: string;
  deleted_time: number;
  user_id: string | null;
  user_name: string | null;
  name: string;
}

/** What all versions answer. */
export const toVersion = (row: VersionRow): Version => ({
  number: row.number,
  createdTime: row.created_time,
  until: row.until_time,
  userId: row.user_id === null ? null : entityId('USER', row.user_id),
  userName: row.user_name,
  cause: row.cause,
  restored: row.restored,
  name: row.name,
});

/** What everything answers that was deleted. */
export const toDeleted = (row: DeletedRow): Deleted => ({
  name: row.name,
  deletedTime: row.deleted_time,
  keptUntil: row.deleted_time + KEPT_FOR,
  userId: row.user_id === null ? null : entityId('USER', row.user_id),
  userName: row.user_name,
});
