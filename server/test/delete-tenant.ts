/** A process to be killed: starts the platform on a database, deletes a tenant, and reports the reply. */
import type pg from 'pg';
import { pino } from 'pino';
import { readSettings } from '../src/config/settings.ts';
import { startPlatform } from '../src/platform.ts';
import { ANY_PORT } from './any-port.ts';

const [connection, tenantId, token] = process.argv.slice(2) as [string, string, string];
const platform = await startPlatform({
  settings: { ...readSettings({}), ...ANY_PORT },
  log: pino({ level: process.env.SIGNALBOX_TEST_LOG ?? 'silent' }),
  connection: JSON.parse(connection) as pg.PoolConfig,
  onBroken: () => undefined,
});
const reply = await platform.http.inject({
  method: 'DELETE',
  url: `/api/tenant/${tenantId}`,
  headers: { 'x-authorization': `Bearer ${token}` },
});
process.stdout.write(`${reply.statusCode}\n`);
