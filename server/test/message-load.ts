import type pg from 'pg';
import pino from 'pino';
import { newMessage } from '../src/messages/message.ts';
import { createPostgresMessageLog } from '../src/messages/postgres-message-log.ts';
import { openDatabase } from '../src/storage/database.ts';

/*
 * A process that appends to the message log and processes it as fast as possible, until it is killed. Reports
 * acknowledged messages to its parent. Arguments: connection, number of the round.
 */
const connection = JSON.parse(process.argv[2] as string) as pg.PoolConfig;
const round = Number(process.argv[3]);
const database = openDatabase(connection, 6);
const messageLog = await createPostgresMessageLog({
  pool: database.pool,
  log: pino({ level: 'silent' }),
  partitions: 4,
  retentionHours: 24,
  onBroken(error) {
    throw error;
  },
});
void messageLog.consume(async ({ messages }) => async (unit) => {
  await unit.client.query('INSERT INTO effect (originator, number) SELECT * FROM unnest($1::uuid[], $2::integer[])', [
    messages.map((entry) => entry.originator.id),
    messages.map((entry) => entry.data),
  ]);
});

async function appendForEver(originator: number): Promise<never> {
  for (let number = round * 1_000_000; ; number++) {
    await messageLog.append([
      newMessage({
        tenantId: '6faf8590-e57e-11f1-a2cf-f30f015b2b9a',
        type: 'POST_TELEMETRY_REQUEST',
        originator: { entityType: 'DEVICE', id: `00000000-0000-4000-8000-${String(originator).padStart(12, '0')}` },
        data: String(number),
      }),
    ]);
    process.send?.([[originator, number]]);
  }
}
await Promise.all(Array.from({ length: 20 }, (_, originator) => appendForEver(originator)));
