import { MAX_MAIL_FAILURES, type MailFailure } from '@signalbox/contract/mail-failure';
import type pg from 'pg';
import { storableText } from '../storage/storable-text.ts';

const MAX_RECIPIENT = 255;
const MAX_REASON = 1000;

/** Rows of `mail_failure`: the last mails that could not be sent. */
export function createMailFailures(pool: pg.Pool) {
  return {
    /** Keeps a failure in place of the oldest one, once there are as many as are kept. */
    async add({ createdTime, kind, recipient, reason }: MailFailure): Promise<void> {
      await pool.query(
        `WITH added AS (
           INSERT INTO mail_failure (created_time, kind, recipient, reason) VALUES ($1, $2, $3, $4)
         )
         DELETE FROM mail_failure
         WHERE id <= (SELECT id FROM mail_failure ORDER BY id DESC OFFSET $5 LIMIT 1)`,
        [
          createdTime,
          kind,
          storableText(recipient).slice(0, MAX_RECIPIENT),
          storableText(reason).slice(0, MAX_REASON),
          // The statement does not see the row that it inserts.
          MAX_MAIL_FAILURES - 1,
        ],
      );
    },

    /** The newest first; two at one time may have been stored in the other order. */
    async newest(): Promise<MailFailure[]> {
      const { rows } = await pool.query<MailFailure>(
        `SELECT created_time AS "createdTime", kind, recipient, reason
         FROM mail_failure ORDER BY created_time DESC, id DESC LIMIT $1`,
        [MAX_MAIL_FAILURES],
      );
      return rows;
    },
  };
}

export type MailFailures = ReturnType<typeof createMailFailures>;
