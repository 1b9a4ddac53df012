import { openEmbedded } from './fill-fleet.ts';

/** How much a system administrator and the administrator of a tenant have beside fleets. */
export const PEOPLE = {
  tenants: 10_000,
  tenantProfiles: 500,
  customerUsers: 50_000,
  packages: 5_000,
  resources: 10_000,
  bundles: 500,
  ruleChains: 2_000,
};

/**
 * Inserts directly into the tables of the server's database: tenants and their profiles, users of one customer, packages,
 * resources, widget bundles and rule chains of the tenant of a device. What an earlier run has inserted stays.
 * @returns the customer that has the users
 */
export async function fillPeople(dataDir: string, deviceId: string): Promise<string> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    const customer = await pool.query<{ id: string }>(CUSTOMER, [deviceId]);
    const customerId = customer.rows[0]?.id as string;
    const { rows } = await pool.query("SELECT FROM tenant WHERE title = 'Bench tenant 00001'");
    if (rows.length > 0) return customerId;
    await pool.query('BEGIN');
    await pool.query(TENANT_PROFILES, [PEOPLE.tenantProfiles, Date.now()]);
    await pool.query(TENANTS, [PEOPLE.tenants, Date.now(), PEOPLE.tenantProfiles]);
    await pool.query(USERS, [deviceId, customerId, PEOPLE.customerUsers]);
    await pool.query(PACKAGES, [deviceId, PEOPLE.packages]);
    await pool.query(RESOURCES, [deviceId, PEOPLE.resources]);
    await pool.query(BUNDLES, [deviceId, PEOPLE.bundles]);
    await pool.query(RULE_CHAINS, [deviceId, PEOPLE.ruleChains]);
    await pool.query('COMMIT');
    await pool.query(
      'VACUUM (ANALYZE) tenant, tenant_profile, app_user, ota_package, resource, widgets_bundle, rule_chain',
    );
    return customerId;
  } finally {
    await close();
  }
}

const CUSTOMER = `
SELECT id FROM customer WHERE tenant_id = (SELECT tenant_id FROM device WHERE id = $1) AND title = 'Company 05000'`;

const TENANT_PROFILES = `
INSERT INTO tenant_profile (id, created_time, name, description, is_default, isolated_tb_core, isolated_tb_rule_engine, profile_data)
SELECT gen_random_uuid(), $2::bigint - number * 1000, 'Bench plan ' || number * 7919 % 10007, 'Plan of the bench', false, false, false, profile_data
FROM tenant_profile, generate_series(1, $1::integer) AS number WHERE is_default`;

const TENANTS = `
INSERT INTO tenant (id, created_time, tenant_profile_id, title, region, country, city, email)
SELECT gen_random_uuid(), $2::bigint - number * 1000, plan.ids[1 + number % $3], 'Bench tenant ' || lpad((number * 7919 % 10007)::text, 5, '0'),
  'Global', 'Country ' || number % 97, 'City ' || number * 31 % 977, 'tenant' || number || '@bench.example'
FROM (SELECT array_agg(id) AS ids FROM tenant_profile WHERE name LIKE 'Bench plan %') AS plan, generate_series(1, $1::integer) AS number`;

const USERS = `
INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email, first_name, last_name)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, $2::uuid,
  'CUSTOMER_USER', 'member' || lpad(number::text, 6, '0') || '@company.example', 'First ' || number % 977, 'Last ' || number % 10007
FROM device, generate_series(1, $3::integer) AS number WHERE device.id = $1 ON CONFLICT DO NOTHING`;

const PACKAGES = `
INSERT INTO ota_package (id, created_time, tenant_id, device_profile_id, type, title, version, url)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, device.device_profile_id,
  (ARRAY['FIRMWARE', 'SOFTWARE'])[1 + number % 2], 'Package ' || number * 7919 % 10007, '1.' || number, 'https://files.example/' || number
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;

const RESOURCES = `
INSERT INTO resource (id, created_time, tenant_id, title, type, key, search_text, file_name, data)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'Resource ' || number, 'JKS', 'store' || number || '.jks',
  'resource ' || number, 'store' || number || '.jks', convert_to(repeat(md5(number::text), 100), 'UTF8')
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;

const BUNDLES = `
INSERT INTO widgets_bundle (id, created_time, tenant_id, alias, title, description)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'bench_' || number, 'Bench bundle ' || number * 7919 % 10007, 'Of the bench'
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;

const RULE_CHAINS = `
INSERT INTO rule_chain (id, created_time, tenant_id, name, type, root, debug_mode)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'Bench chain ' || number * 7919 % 10007, 'CORE', false, false
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;
