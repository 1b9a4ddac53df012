import type pg from 'pg';
import { sql as initial } from './migrations/0001-initial.ts';
import { sql as series } from './migrations/0002-series.ts';
import { sql as deviceCalls } from './migrations/0003-device-calls.ts';
import { sql as deviceOrders } from './migrations/0004-device-orders.ts';
import { sql as userPreferences } from './migrations/0005-user-preferences.ts';
import { sql as deviceActivity } from './migrations/0006-device-activity.ts';
import { sql as parkedMessages } from './migrations/0007-parked-messages.ts';
import { sql as partitionEpochs } from './migrations/0008-partition-epochs.ts';
import { sql as deletedEntities } from './migrations/0009-deleted-entities.ts';
import { sql as tenantProfileRelations } from './migrations/0010-tenant-profile-relations.ts';
import { sql as activeByLastData } from './migrations/0011-active-by-last-data.ts';
import { sql as profileNowKeys } from './migrations/0012-profile-now-keys.ts';
import { sql as assets } from './migrations/0013-assets.ts';
import { sql as entityViews } from './migrations/0014-entity-views.ts';
import { sql as edges } from './migrations/0015-edges.ts';
import { sql as oauth2 } from './migrations/0016-oauth2.ts';
import { sql as apiUsage } from './migrations/0017-api-usage.ts';
import { sql as jobs } from './migrations/0018-jobs.ts';
import { sql as listOrders } from './migrations/0019-list-orders.ts';
import { sql as mailFailures } from './migrations/0020-mail-failures.ts';
import { sql as alarms } from './migrations/0021-alarms.ts';
import { sql as valueIndex } from './migrations/0022-value-index.ts';
import { sql as gateways } from './migrations/0023-gateways.ts';
import { sql as longLists } from './migrations/0024-long-lists.ts';
import { sql as alarmRules } from './migrations/0025-alarm-rules.ts';
import { sql as alarmRuleLocks } from './migrations/0026-alarm-rule-locks.ts';
import { sql as transactionMarkers } from './migrations/0027-transaction-markers.ts';
import { sql as valueIndexFunctions } from './migrations/0028-value-index-functions.ts';
import { sql as labelSearch } from './migrations/0029-label-search.ts';
import { sql as valueIndexSearch } from './migrations/0030-value-index-search.ts';
import { sql as heldMessages } from './migrations/0031-held-messages.ts';
import { sql as ruleChainVersions } from './migrations/0032-rule-chain-versions.ts';
import { sql as widgets } from './migrations/0033-widgets.ts';
import { sql as partsOfBatches } from './migrations/0034-parts-of-batches.ts';
import { sql as alarmTypes } from './migrations/0035-alarm-types.ts';
import { sql as shippedWidgets } from './migrations/0036-shipped-widgets.ts';
import { sql as deletionsInLatestValues } from './migrations/0037-deletions-in-latest-values.ts';
import { sql as alarmOrders } from './migrations/0038-alarm-orders.ts';
import { sql as alarmEnds } from './migrations/0039-alarm-ends.ts';
import { sql as formerStarts } from './migrations/0041-former-starts.ts';
import { sql as resources } from './migrations/0042-resources.ts';
import { sql as documentVersions } from './migrations/0043-document-versions.ts';
import { sql as otaPackages } from './migrations/0044-ota-packages.ts';
import { sql as otaUpdates } from './migrations/0045-ota-updates.ts';
import { sql as rollouts } from './migrations/0046-rollouts.ts';
import { sql as alarmSlots } from './migrations/0047-alarm-slots.ts';
import { sql as alarmUpdates } from './migrations/0048-alarm-updates.ts';
import { sql as reports } from './migrations/0049-reports.ts';
import { sql as auditAge } from './migrations/0050-audit-age.ts';
import { sql as emails } from './migrations/0051-emails.ts';
import { sql as userOrders } from './migrations/0052-user-orders.ts';
import { sql as parkedLengths } from './migrations/0053-parked-lengths.ts';
import { sql as auditLists } from './migrations/0054-audit-lists.ts';
import { sql as indexedLists } from './migrations/0055-indexed-lists.ts';
import { sql as listedStates } from './migrations/0056-listed-states.ts';
import { sql as auditNames } from './migrations/0057-audit-names.ts';
import { sql as profileOrders } from './migrations/0058-profile-orders.ts';
import { sql as deviceChanges } from './migrations/0059-device-changes.ts';
import { sql as storedPlaces } from './migrations/0060-stored-places.ts';
import { sql as storedDeviceNames } from './migrations/0061-stored-device-names.ts';
import { sql as deviceClaims } from './migrations/0062-device-claims.ts';
import { sql as timeIds } from './migrations/0063-time-ids.ts';
import { sql as rolloutNames } from './migrations/0064-rollout-names.ts';

/**
 * Forward only, in this order; a migration that has landed is never changed. Of tables that are `refilled` no index
 * answers by itself until it is vacuumed, which is not left to chance.
 */
const MIGRATIONS: { version: number; name: string; sql: string; refilled?: string }[] = [
  { version: 1, name: 'initial', sql: initial },
  { version: 2, name: 'series', sql: series },
  { version: 3, name: 'device calls', sql: deviceCalls },
  { version: 4, name: 'device orders', sql: deviceOrders },
  { version: 5, name: 'user preferences', sql: userPreferences },
  { version: 6, name: 'device activity', sql: deviceActivity },
  { version: 7, name: 'parked messages', sql: parkedMessages },
  { version: 8, name: 'partition epochs', sql: partitionEpochs },
  { version: 9, name: 'deleted entities', sql: deletedEntities },
  { version: 10, name: 'relations of tenant profiles', sql: tenantProfileRelations },
  { version: 11, name: 'active by last data', sql: activeByLastData },
  { version: 12, name: 'keys of profiles for lists of devices', sql: profileNowKeys },
  { version: 13, name: 'assets', sql: assets },
  { version: 14, name: 'entity views', sql: entityViews },
  { version: 15, name: 'edges', sql: edges },
  { version: 16, name: 'sign-in by identity providers', sql: oauth2 },
  { version: 17, name: 'API usage', sql: apiUsage },
  { version: 18, name: 'jobs', sql: jobs },
  { version: 19, name: 'orders of device lists', sql: listOrders },
  { version: 20, name: 'failures of mails', sql: mailFailures },
  { version: 21, name: 'alarms', sql: alarms },
  { version: 22, name: 'index of values', sql: valueIndex },
  { version: 23, name: 'index of gateways', sql: gateways },
  { version: 24, name: 'lists of customers and of devices of profiles', sql: longLists, refilled: 'device_activity' },
  { version: 25, name: 'states of alarm rules', sql: alarmRules },
  { version: 26, name: 'locks for states of alarm rules', sql: alarmRuleLocks },
  { version: 27, name: 'markers of transactions', sql: transactionMarkers },
  { version: 28, name: 'functions of the index of values', sql: valueIndexFunctions },
  { version: 29, name: 'search for labels', sql: labelSearch },
  { version: 30, name: 'search among indexed values', sql: valueIndexSearch },
  { version: 31, name: 'held messages', sql: heldMessages },
  { version: 32, name: 'versions of rule chains', sql: ruleChainVersions },
  { version: 33, name: 'widget types', sql: widgets },
  { version: 34, name: 'parts of batches', sql: partsOfBatches },
  { version: 35, name: 'alarms by type', sql: alarmTypes },
  { version: 36, name: 'shipped widget types', sql: shippedWidgets },
  { version: 37, name: 'deletions that latest values show', sql: deletionsInLatestValues },
  { version: 38, name: 'orders of alarms', sql: alarmOrders },
  { version: 39, name: 'ends of alarms', sql: alarmEnds, refilled: 'alarm' },
  { version: 41, name: 'where messages began', sql: formerStarts },
  { version: 42, name: 'resources', sql: resources },
  { version: 43, name: 'versions of dashboards', sql: documentVersions },
  { version: 44, name: 'OTA packages', sql: otaPackages },
  { version: 45, name: 'updates over the air', sql: otaUpdates },
  { version: 46, name: 'roll-outs in waves', sql: rollouts },
  { version: 47, name: 'starts and ends in the tallies of alarms', sql: alarmSlots },
  { version: 48, name: 'updates of alarms in their tallies', sql: alarmUpdates },
  { version: 49, name: 'reports', sql: reports },
  { version: 50, name: 'audit age', sql: auditAge },
  { version: 51, name: 'emails', sql: emails },
  { version: 52, name: 'user orders', sql: userOrders },
  { version: 53, name: 'parked lengths', sql: parkedLengths },
  { version: 54, name: 'audit lists', sql: auditLists },
  { version: 55, name: 'indexed lists', sql: indexedLists, refilled: 'rollout_device' },
  { version: 56, name: 'listed states', sql: listedStates, refilled: 'device_state, device_activity' },
  { version: 57, name: 'audit names', sql: auditNames },
  { version: 58, name: 'orders of profiles', sql: profileOrders },
  { version: 59, name: 'changes of devices', sql: deviceChanges },
  { version: 60, name: 'stored places', sql: storedPlaces },
  { version: 61, name: 'stored device names', sql: storedDeviceNames },
  { version: 62, name: 'claims of devices', sql: deviceClaims },
  { version: 63, name: 'time ids', sql: timeIds },
  { version: 64, name: 'names in roll-outs', sql: rolloutNames },
];

const NEWEST = Math.max(...MIGRATIONS.map(({ version }) => version));

/** Any number, the same for all servers of an installation. */
const MIGRATION_LOCK = 5_118_001;

/**
 * Brings the schema up to date, each migration in its own transaction, under a lock so that several servers may start
 * at once.
 * @param upTo last version to apply; for tests of later migrations
 * @returns the number of applied migrations
 * @throws Error for people when a newer program has used the database
 */
export async function migrate(pool: pg.Pool, upTo = NEWEST): Promise<number> {
  const client = await pool.connect();
  let applied = 0;
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = await client.query<{ version: number }>('SELECT version FROM schema_migration');
    const versions = new Set(done.rows.map((row) => row.version));
    const newest = Math.max(0, ...versions);
    if (newest > NEWEST) {
      throw new Error(
        `The database was last used by a newer Signalbox (schema ${newest}; this one knows up to ${NEWEST}). Start that ` +
          'version, or choose another database with SIGNALBOX_DATA_DIR or SIGNALBOX_DATABASE_URL.',
      );
    }
    for (const migration of MIGRATIONS) {
      if (versions.has(migration.version) || migration.version > upTo) continue;
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [
          migration.version,
          migration.name,
        ]);
        await client.query('COMMIT');
        applied++;
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`Migration ${migration.version} (${migration.name}) failed: ${(error as Error).message}`, {
          cause: error,
        });
      }
      if (migration.refilled) await client.query(`VACUUM (ANALYZE) ${migration.refilled}`);
    }
    return applied;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
