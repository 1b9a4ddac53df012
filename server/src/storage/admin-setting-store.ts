import type { Database } from './database.ts';
import { newEntityId } from './ids.ts';

/** A named document of the whole installation. */
export interface StoredSetting {
  id: string;
  /** Epoch ms. */
  createdTime: number;
  key: string;
  value: unknown;
}

/** Rows of `admin_setting`: settings of the installation that are changed while it runs. */
export function createAdminSettingStore(db: Database) {
  return {
    async find(key: string): Promise<StoredSetting | undefined> {
      const row = await db.selectFrom('admin_setting').selectAll().where('key', '=', key).executeTakeFirst();
      return row && { id: row.id, createdTime: row.created_time, key: row.key, value: row.json_value };
    },

    async findById(id: string): Promise<StoredSetting | undefined> {
      const row = await db.selectFrom('admin_setting').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { id: row.id, createdTime: row.created_time, key: row.key, value: row.json_value };
    },

    /** Stores `value` under `key`, replacing any present value. */
    async put(key: string, value: unknown): Promise<void> {
      const { id, createdTime } = newEntityId();
      await db
        .insertInto('admin_setting')
        .values({ id, created_time: createdTime, key, json_value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ json_value: JSON.stringify(value) }))
        .execute();
    },

    /** Stores `value` under `key` unless there is one; returns the stored value. */
    async putIfAbsent<T>(key: string, value: T): Promise<T> {
      const { id, createdTime } = newEntityId();
      await db
        .insertInto('admin_setting')
        .values({ id, created_time: createdTime, key, json_value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      const row = await db.selectFrom('admin_setting').select('json_value').where('key', '=', key).executeTakeFirst();
      return (row?.json_value ?? value) as T;
    },
  };
}

export type AdminSettingStore = ReturnType<typeof createAdminSettingStore>;
