import type { UsageState } from '@signalbox/contract/api-usage';
import type pg from 'pg';
import type { StoredUsage } from './usage-reckoning.ts';

/** The usage of a tenant as it is stored, with the configuration of the tenant's profile. */
export interface UsageRow extends StoredUsage {
  id: string;
  tenantId: string;
  tenantName: string;
  configuration: Readonly<Record<string, unknown>>;
}

interface Row {
  id: string;
  tenant_id: string;
  tenant_name: string;
  month: number;
  hour: number;
  counts: string[];
  hourly: string[];
  limits: string[] | null;
  states: string[];
  configuration: Record<string, unknown> | null;
}

const numbers = (texts: readonly string[]): number[] => texts.map(Number);
/** A list as PostgreSQL reads it. */
const listText = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

function toUsage(row: Row): UsageRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    month: row.month,
    hour: row.hour,
    counts: numbers(row.counts),
    hourly: numbers(row.hourly),
    limits: row.limits && numbers(row.limits),
    states: row.states as UsageState[],
    configuration: row.configuration ?? {},
  };
}

/** Reads and locks the usage of tenants, until the transaction of `client` ends; of those that are there. */
export async function lockUsage(client: pg.ClientBase, tenantIds: readonly string[]): Promise<UsageRow[]> {
  const { rows } = await client.query<Row>(
    `SELECT state.id, state.tenant_id, tenant.title AS tenant_name, state.month, state.hour, state.counts, state.hourly,
       state.limits, state.states, profile.profile_data -> 'configuration' AS configuration
     FROM api_usage_state AS state
       JOIN tenant ON tenant.id = state.tenant_id
       JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id
     WHERE state.tenant_id = ANY($1::uuid[]) ORDER BY state.tenant_id FOR UPDATE OF state`,
    [tenantIds],
  );
  return rows.map(toUsage);
}

/** Writes the usage of tenants that are locked. */
export async function writeUsage(
  client: pg.ClientBase,
  states: readonly { id: string; usage: StoredUsage & { limits: readonly number[] } }[],
): Promise<void> {
  const lists = (of: (usage: StoredUsage & { limits: readonly number[] }) => readonly (number | string)[]): string[] =>
    states.map(({ usage }) => listText(of(usage)));
  await client.query(
    `UPDATE api_usage_state AS state SET month = new.month, hour = new.hour, counts = new.counts::bigint[],
       hourly = new.hourly::bigint[], limits = new.limits::bigint[], states = new.states::text[]
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS new (id, month, hour, counts, hourly, limits, states)
     WHERE state.id = new.id`,
    [
      states.map(({ id }) => id),
      states.map(({ usage }) => usage.month),
      states.map(({ usage }) => usage.hour),
      lists(({ counts }) => counts),
      lists(({ hourly }) => hourly),
      lists(({ limits }) => limits),
      lists(({ states: names }) => names),
    ],
  );
}

async function tenantsWhere(pool: pg.Pool, condition: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT state.tenant_id AS id FROM api_usage_state AS state WHERE ${condition}`,
    [...values],
  );
  return rows.map(({ id }) => id);
}

/** Up to `max` tenants whose state was never published, or is of an earlier month. */
export function tenantsBehind(pool: pg.Pool, month: number, max: number): Promise<string[]> {
  return tenantsWhere(pool, '(limits IS NULL OR month < $1) LIMIT $2', [month, max]);
}

/** Tenants that must not use something any more this month. */
export function stoppedTenants(pool: pg.Pool): Promise<string[]> {
  return tenantsWhere(pool, "'DISABLED' = ANY(states)", []);
}

/** Tenants with one of these profiles. */
export function tenantsOfProfiles(pool: pg.Pool, profileIds: readonly string[]): Promise<string[]> {
  return tenantsWhere(pool, 'tenant_id IN (SELECT id FROM tenant WHERE tenant_profile_id = ANY($1::uuid[]))', [
    profileIds,
  ]);
}

/** Addresses of up to `max` administrators of a tenant who can sign in. */
export async function administratorsOf(pool: pg.Pool, tenantId: string, max: number): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `SELECT email FROM app_user JOIN user_credentials ON user_credentials.user_id = app_user.id
     WHERE tenant_id = $1 AND authority = 'TENANT_ADMIN' AND enabled ORDER BY created_time LIMIT $2`,
    [tenantId, max],
  );
  return rows.map(({ email }) => email);
}
