import type pg from 'pg';
import { inTransaction } from '../../storage/transaction.ts';

/** Outcome of storing a preference. */
export type Kept = 'kept' | 'too many' | 'no such user';

/** Preferences of users by key. They go with their user. */
export function createUserPreferenceStore(pool: pg.Pool) {
  return {
    async list(userId: string): Promise<Record<string, { value: string }>> {
      const { rows } = await pool.query<{ key: string; value: string }>(
        'SELECT key, value FROM user_preference WHERE user_id = $1 ORDER BY key',
        [userId],
      );
      return Object.fromEntries(rows.map(({ key, value }) => [key, { value }]));
    },

    /** @param max how many a user may have */
    async save(userId: string, key: string, value: string, max: number): Promise<Kept> {
      return inTransaction(pool, async ({ client }) => {
        // One at a time for each user, so that the count holds.
        const user = await client.query('SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
        if (user.rowCount === 0) return 'no such user';
        const saved = await client.query(
          `INSERT INTO user_preference (user_id, key, value)
           SELECT $1, $2, $3 WHERE EXISTS (SELECT FROM user_preference WHERE user_id = $1 AND key = $2)
             OR (SELECT count(*) FROM user_preference WHERE user_id = $1) < $4
           ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value`,
          [userId, key, value, max],
        );
        return saved.rowCount === 0 ? 'too many' : 'kept';
      });
    },

    async delete(userId: string, key: string): Promise<void> {
      await pool.query('DELETE FROM user_preference WHERE user_id = $1 AND key = $2', [userId, key]);
    },
  };
}
export type UserPreferenceStore = ReturnType<typeof createUserPreferenceStore>;
