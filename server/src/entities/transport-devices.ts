import type { DeviceTransportType } from '@signalbox/contract/device';
import type pg from 'pg';

/** A device with what it and its profile say about their transport, for transports that call devices by themselves. */
export interface TransportDevice {
  id: string;
  tenantId: string;
  profileId: string;
  /** deviceData.transportConfiguration, as it is stored. */
  device: Readonly<Record<string, unknown>>;
  /** transportConfiguration of the profile, as it is stored. */
  profile: Readonly<Record<string, unknown>>;
}

/** Devices by their transport. Not limited to a tenant: for the platform's own work, never for a caller. */
export interface TransportDevices {
  /** Ids of all devices of a transport, page by page. @param profileId only of this profile */
  idsOf(transportType: DeviceTransportType, profileId?: string): AsyncIterable<string[]>;
  /** Those of the ids that are devices of a transport. */
  find(transportType: DeviceTransportType, ids: readonly string[]): Promise<TransportDevice[]>;
}

const PAGE = 1000;

interface Row {
  id: string;
  tenant_id: string;
  profile_id: string;
  device: Record<string, unknown> | null;
  profile: Record<string, unknown> | null;
}

export function createTransportDevices(pool: pg.Pool): TransportDevices {
  async function* idsOfProfile(profileId: string): AsyncGenerator<string[]> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM device WHERE device_profile_id = $1 AND id > $2 ORDER BY id LIMIT $3',
        [profileId, after, PAGE],
      );
      if (rows.length > 0) yield rows.map(({ id }) => id);
      if (rows.length < PAGE) return;
      after = (rows.at(-1) as { id: string }).id;
    }
  }

  return {
    async *idsOf(transportType, profileId) {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM device_profile WHERE transport_type = $1 AND id = coalesce($2, id)',
        [transportType, profileId],
      );
      for (const { id } of rows) yield* idsOfProfile(id);
    },

    async find(transportType, ids) {
      const { rows } = await pool.query<Row>({
        name: 'transport devices',
        text: `SELECT d.id, d.tenant_id, p.id AS profile_id,
                 d.device_data->'transportConfiguration' AS device,
                 p.profile_data->'transportConfiguration' AS profile
               FROM device d JOIN device_profile p ON p.id = d.device_profile_id
               WHERE d.id = ANY($1::uuid[]) AND p.transport_type = $2`,
        values: [ids, transportType],
      });
      return rows.map((row) => ({
        id: row.id,
        tenantId: row.tenant_id,
        profileId: row.profile_id,
        device: row.device ?? {},
        profile: row.profile ?? {},
      }));
    },
  };
}
