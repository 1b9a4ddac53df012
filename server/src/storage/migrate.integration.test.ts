import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';
import { randomUuid } from './ids.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('do nothing on a schema that is up to date', async () => {
    expect(await migrate(database.pool)).toBe(0);
  });

  it('read 64-bit integers exactly', async () => {
    const result = await database.pool.query('SELECT 9223372036854775807::bigint AS big, 5::bigint AS small');
    expect(result.rows[0]).toEqual({ big: '9223372036854775807', small: 5 });
  });

  it('refuse a schema that is newer than the program, and change nothing', async () => {
    await database.pool.query(`INSERT INTO schema_migration (version, name) VALUES (999, 'of tomorrow')`);
    await expect(migrate(database.pool)).rejects.toThrow(
      /newer Signalbox \(schema 999; this one knows up to \d+\).*SIGNALBOX_DATA_DIR or SIGNALBOX_DATABASE_URL/,
    );
    await database.pool.query('DELETE FROM schema_migration WHERE version = 999');
    expect(await migrate(database.pool)).toBe(0);
  });
});

/** At least one row in every table of the first released schema, as written at that time. */
const FIRST_DATA = `
INSERT INTO admin_setting VALUES (gen_random_uuid(), 1, 'general', '{"baseUrl":"http://localhost"}');
INSERT INTO tenant_profile VALUES ($profile, 1, 'Default', NULL, true, false, false, '{"configuration":{}}');
INSERT INTO tenant (id, created_time, tenant_profile_id, title, region) VALUES ($tenant, 1, $profile, 'Acme', 'Global');
INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($customer, 1, $tenant, 'Customer');
INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email)
  VALUES ($user, 1, $tenant, $customer, 'CUSTOMER_USER', 'somebody@example.com');
INSERT INTO user_credentials (user_id, enabled, password_hash) VALUES ($user, true, 'hash');
INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
  VALUES ($deviceProfile, 1, $tenant, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}');
INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
  SELECT gen_random_uuid(), number, $tenant, $customer, $deviceProfile, 'Device ' || number, 'default', '{}'
  FROM generate_series(1, 500) AS number;
INSERT INTO device_credentials (id, created_time, device_id, credentials_type, credentials_id)
  SELECT gen_random_uuid(), 1, id, 'ACCESS_TOKEN', name FROM device;
INSERT INTO dashboard (id, created_time, tenant_id, title) VALUES (gen_random_uuid(), 1, $tenant, 'Dashboard');
INSERT INTO rule_chain (id, created_time, tenant_id, name, type, root, debug_mode)
  VALUES ($chain, 1, $tenant, 'Root', 'CORE', true, false);
INSERT INTO rule_node (id, created_time, rule_chain_id, position, type, name, debug_mode)
  VALUES ($node, 1, $chain, 0, 'x', 'Node', true);
INSERT INTO rule_node_connection (rule_chain_id, from_node_id, to_rule_chain_id, type) VALUES ($chain, $node, $chain, 'Success');
INSERT INTO relation VALUES ($customer, 'CUSTOMER', $tenant, 'TENANT', 'Contains', 'COMMON', NULL);
INSERT INTO telemetry_key (name) VALUES ('temperature'), ('active');
INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value) SELECT id, 3, 2, 1, true FROM device;
INSERT INTO latest_value (entity_id, key_id, ts, double_value) SELECT id, 1, 1, 21.5 FROM device;
CREATE TABLE message_log_1 PARTITION OF message_log FOR VALUES FROM (3600000) TO (7200000);
INSERT INTO message_log VALUES (0, 1, 3600000, 1, '\\x00');
INSERT INTO message_offset VALUES (0, 1);
INSERT INTO message_set_aside VALUES (gen_random_uuid(), 1, $tenant, 0, 1, '{}', 'failed');
INSERT INTO event VALUES (gen_random_uuid(), 1, $tenant, 'RULE_NODE', $node, 'DEBUG_RULE_NODE', 'uid', '{"type":"IN"}');
`;

describe('a database of the first schema, with data', () => {
  let database: TestDatabase;
  let before: Map<string, number>;

  /** table → number of rows */
  async function counts(): Promise<Map<string, number>> {
    const tables = await database.pool.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migration' ORDER BY 1`,
    );
    const found = new Map<string, number>();
    for (const { name } of tables.rows) {
      const result = await database.pool.query<{ count: number }>(`SELECT count(*) AS count FROM ${name}`);
      found.set(name, result.rows[0]?.count ?? 0);
    }
    return found;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await migrate(database.pool, 1)).toBe(1);
    const ids = new Map<string, string>();
    const sql = FIRST_DATA.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const id = ids.get(name) ?? randomUuid();
      ids.set(name, id);
      return `'${id}'`;
    });
    await database.pool.query(sql);
    before = await counts();
  });
  afterAll(() => database.drop());

  it('is migrated once by two servers that start together, and keeps every row', async () => {
    const other = openDatabase(database.connection, 2);
    try {
      const applied = await Promise.all([migrate(database.pool), migrate(other.pool)]);
      expect(Math.min(...applied)).toBe(0);
      expect(Math.max(...applied)).toBeGreaterThan(1);
      const after = await counts();
      // Its only row has moved to the partitions.
      before.delete('message_log_owner');
      // The chain that each tenant has for its edges, with its nodes and connections.
      const tenants = before.get('tenant') ?? 0;
      const added: Record<string, number> = { rule_chain: 1, rule_node: 8, rule_node_connection: 10 };
      for (const [table, count] of before)
        expect([table, after.get(table)]).toEqual([table, count + (added[table] ?? 0) * tenants]);
      const roots = await database.pool.query(
        `SELECT FROM rule_chain JOIN rule_node ON rule_node.id = first_rule_node_id
         WHERE rule_chain.type = 'EDGE' AND root AND rule_node.name = 'Device Profile Node'`,
      );
      expect(roots.rowCount).toBe(tenants);
      expect(await migrate(other.pool)).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('has been vacuumed where a table was filled again', async () => {
    const { rows } = await database.pool.query("SELECT reltuples FROM pg_class WHERE relname = 'device_activity'");
    const devices = await database.pool.query('SELECT FROM device');
    expect(rows).toEqual([{ reltuples: devices.rowCount }]);
  });

  it('then has the same tables and indexes as a new one', async () => {
    const fresh = await createTestDatabase();
    try {
      const shape = async ({ pool }: TestDatabase): Promise<unknown[]> => {
        const result = await pool.query(
          `SELECT table_name, column_name, data_type, is_nullable, NULL AS definition FROM information_schema.columns
           WHERE table_schema = 'public' AND table_name !~ '^message_log_\\d'
           UNION ALL
           SELECT tablename, indexname, NULL, NULL, indexdef FROM pg_indexes
           WHERE schemaname = 'public' AND tablename !~ '^message_log_\\d' ORDER BY 1, 2`,
        );
        return result.rows;
      };
      expect(await shape(database)).toEqual(await shape(fresh));
    } finally {
      await fresh.drop();
    }
  });
});

describe('users of a database from before other identity providers', () => {
  it('stay disabled when they were, and can be activated when they never were', async () => {
    const database = await createTestDatabase();
    try {
      await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await migrate(database.pool, 15);
      const users = [
        ['enabled', true, 'hash'],
        ['disabled', false, 'hash'],
        ['new', false, null],
      ] as const;
      for (const [email, enabled, hash] of users) {
        const id = randomUuid();
        await database.pool.query(
          `INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email)
           VALUES ($1, 1, $1, $1, 'SYS_ADMIN', $2)`,
          [id, email],
        );
        await database.pool.query(
          'INSERT INTO user_credentials (user_id, enabled, password_hash) VALUES ($1, $2, $3)',
          [id, enabled, hash],
        );
      }
      await migrate(database.pool);
      const { rows } = await database.pool.query<{ email: string }>(
        'SELECT email FROM user_credentials JOIN app_user ON id = user_id WHERE suspended',
      );
      expect(rows).toEqual([{ email: 'disabled' }]);
    } finally {
      await database.drop();
    }
  });
});
