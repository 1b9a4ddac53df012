import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import { remainsInTable } from '../../entities/deletion/table-remains.ts';
import { createBatchLoader } from '../../storage/batch-loader.ts';
import { inTransaction, type UnitOfWork } from '../../storage/transaction.ts';

/** What is stored of a device at a rule node. */
export interface StoredRuleState {
  /** See `encodeProgress`. */
  progress: string;
  /** When time alone may fire a rule, epoch ms. */
  due: number | undefined;
}

/** A device as its alarm rules need to know it, as of one moment. */
export interface DeviceFacts {
  tenantId: string;
  /** undefined: none */
  customerId: string | undefined;
  profileId: string;
  name: string;
  type: string;
  label: string | null;
  /** epoch ms */
  createdTime: number;
  /** rule node id → what is stored */
  states: ReadonlyMap<string, StoredRuleState>;
}

/** What is to be stored; with an empty progress nothing remains. */
export interface RuleStateWrite extends StoredRuleState {
  deviceId: string;
  nodeId: string;
  tenantId: string;
  profileId: string;
}

/** A device for which it is time. */
export interface DueDevice {
  deviceId: string;
  nodeId: string;
  tenantId: string;
  due: number;
}

/** Rows that are changed at a time in the background. */
const CHUNK = 5_000;
/** Less than any other. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** @param chunk rows that are woken at a time */
export function createRuleStateTable(pool: pg.Pool, chunk = CHUNK) {
  const ofNodes = remainsInTable(pool, 'alarm_rule_state', 'node_id');

  const facts = createBatchLoader<DeviceFacts>(async (ids) => {
    const { rows } = await pool.query<DeviceRow>({
      name: 'devices of alarm rules',
      text: `SELECT id, tenant_id, customer_id, device_profile_id, name, type, label, created_time,
          (SELECT json_agg(json_build_object('node', node_id, 'progress', progress, 'due', due))
           FROM alarm_rule_state WHERE device_id = device.id) AS states
        FROM device WHERE id = ANY($1::uuid[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, toFacts(row)]));
  });

  return {
    /** The device and all that is stored of it; many that are asked for at the same moment share a query. */
    facts,

    /** id → name and alarm rules of the profiles of a tenant that have some, as they are stored */
    async profiles(tenantId: string): Promise<{ id: string; name: string; alarms: unknown }[]> {
      const { rows } = await pool.query<{ id: string; name: string; alarms: unknown }>(
        `SELECT id, name, profile_data->'alarms' AS alarms FROM device_profile
         WHERE tenant_id = $1 AND profile_data->>'alarms' <> '[]'`,
        [tenantId],
      );
      return rows;
    },

    /** Stores states as part of the unit; those of devices that are gone, or not of that profile any more, are left out. */
    async write(unit: UnitOfWork, writes: readonly RuleStateWrite[]): Promise<void> {
      const kept = writes.filter(({ progress }) => progress !== '');
      const gone = writes.filter(({ progress }) => progress === '');
      if (gone.length > 0) {
        await unit.client.query({
          name: 'forget states of alarm rules',
          text: `DELETE FROM alarm_rule_state USING unnest($1::uuid[], $2::uuid[]) AS gone (device_id, node_id)
            WHERE alarm_rule_state.device_id = gone.device_id AND alarm_rule_state.node_id = gone.node_id`,
          values: [gone.map(({ deviceId }) => deviceId), gone.map(({ nodeId }) => nodeId)],
        });
      }
      if (kept.length === 0) return;
      await unit.client.query({
        name: 'store states of alarm rules',
        // Whoever changes the profile or the tenant of the device meanwhile waits, and then removes what is stored here.
        text: `INSERT INTO alarm_rule_state (device_id, node_id, tenant_id, profile_id, progress, due)
          SELECT given.* FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[])
            AS given (device_id, node_id, tenant_id, profile_id, progress, due)
          JOIN device ON device.id = given.device_id AND device.tenant_id = given.tenant_id
            AND device.device_profile_id = given.profile_id
          ORDER BY device.id FOR KEY SHARE OF device
          ON CONFLICT (device_id, node_id) DO UPDATE SET
            tenant_id = EXCLUDED.tenant_id, profile_id = EXCLUDED.profile_id, progress = EXCLUDED.progress,
            due = EXCLUDED.due`,
        values: [
          kept.map(({ deviceId }) => deviceId),
          kept.map(({ nodeId }) => nodeId),
          kept.map(({ tenantId }) => tenantId),
          kept.map(({ profileId }) => profileId),
          kept.map(({ progress }) => progress),
          kept.map(({ due }) => due ?? null),
        ],
      });
    },

    /** Devices whose time has come, the earliest first, after another one. */
    async due(now: number, after: DueDevice | undefined, limit: number): Promise<DueDevice[]> {
      const { rows } = await pool.query<{ device_id: string; node_id: string; tenant_id: string; due: number }>(
        `SELECT device_id, node_id, tenant_id, due FROM alarm_rule_state
         WHERE due <= $1 AND ($2::bigint IS NULL OR (due, device_id, node_id) > ($2, $3::uuid, $4::uuid))
         ORDER BY due, device_id, node_id LIMIT $5`,
        [now, after?.due ?? null, after?.deviceId ?? null, after?.nodeId ?? null, limit],
      );
      return rows.map((row) => ({
        deviceId: row.device_id,
        nodeId: row.node_id,
        tenantId: row.tenant_id,
        due: row.due,
      }));
    },

    /** The earliest time after `now` for which a device waits. */
    async nextDue(now: number): Promise<number | undefined> {
      const { rows } = await pool.query<{ due: number | null }>(
        'SELECT min(due) AS due FROM alarm_rule_state WHERE due > $1',
        [now],
      );
      const due = rows[0]?.due;
      return due ?? undefined;
    },

    /** Lets the rules of the devices that wait be looked at again, since those of their profile may be others now. */
    async wakeProfile(profileId: string, now: number): Promise<void> {
      for (let after = [NO_ID, NO_ID]; ; ) {
        // The last of the part is told with how many there were: the order of an UPDATE is none.
        const { rows } = await pool.query<{ count: number; device_id: string; node_id: string }>(
          `WITH part AS (
             SELECT device_id, node_id FROM alarm_rule_state
             WHERE profile_id = $1 AND due IS NOT NULL AND (device_id, node_id) > ($3::uuid, $4::uuid)
             ORDER BY device_id, node_id LIMIT $5 FOR UPDATE
           ), woken AS (
             UPDATE alarm_rule_state AS state SET due = least(state.due, $2) FROM part
             WHERE state.device_id = part.device_id AND state.node_id = part.node_id
           )
           SELECT count(*) OVER () AS count, device_id, node_id FROM part ORDER BY device_id DESC, node_id DESC LIMIT 1`,
          [profileId, now, ...after, chunk],
        );
        const [last] = rows;
        if (!last || last.count < chunk) return;
        after = [last.device_id, last.node_id];
      }
    },

    /** The same for some devices. */
    async wakeDevices(deviceIds: readonly string[], now: number): Promise<void> {
      await pool.query(
        'UPDATE alarm_rule_state SET due = least(due, $2) WHERE device_id = ANY($1::uuid[]) AND due IS NOT NULL',
        [deviceIds, now],
      );
    },

    /** Removes the states of rule nodes that do not exist any more. */
    async removeOrphans(): Promise<void> {
      for (let after = NO_ID; ; ) {
        const nodes = await ofNodes.owners(after, 1_000);
        const { rows } = await pool.query<{ id: string }>(
          'SELECT id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM rule_node WHERE rule_node.id = id.id)',
          [nodes],
        );
        const gone = rows.map(({ id }) => id);
        if (gone.length > 0) while (!(await inTransaction(pool, (unit) => ofNodes.remove(unit, gone))));
        after = nodes.at(-1) ?? NO_ID;
        if (nodes.length < 1_000) return;
      }
    },
  };
}
export type RuleStateTable = ReturnType<typeof createRuleStateTable>;

interface DeviceRow {
  id: string;
  tenant_id: string;
  customer_id: string;
  device_profile_id: string;
  name: string;
  type: string;
  label: string | null;
  created_time: number;
  states: { node: string; progress: string; due: number | null }[] | null;
}

function toFacts(row: DeviceRow): DeviceFacts {
  return {
    tenantId: row.tenant_id,
    customerId: row.customer_id === NULL_UUID ? undefined : row.customer_id,
    profileId: row.device_profile_id,
    name: row.name,
    type: row.type,
    label: row.label,
    createdTime: row.created_time,
    states: new Map((row.states ?? []).map(({ node, progress, due }) => [node, { progress, due: due ?? undefined }])),
  };
}
