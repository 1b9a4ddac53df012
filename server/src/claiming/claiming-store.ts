import type { Device } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import { toDevice } from '../entities/device/device-rows.ts';
import type { UnitOfWork } from '../storage/transaction.ts';

/**
 * Gives a device to another customer, or to none with NULL_UUID, if it still is `from`'s. Of two claims one wins.
 * @returns the device as it was; undefined when it or the customer has changed in the meantime
 */
export async function changeOwner(
  { client }: UnitOfWork,
  tenantId: string,
  deviceId: string,
  from: string,
  to: string,
): Promise<Device | undefined> {
  // The customer is held, so that it cannot be deleted and leave the device behind.
  const { rows } = await client.query(
    `WITH owner AS MATERIALIZED (
       SELECT id FROM customer WHERE tenant_id = $1 AND id = $4 FOR KEY SHARE
     ), before AS MATERIALIZED (
       SELECT * FROM device WHERE tenant_id = $1 AND id = $2 AND customer_id = $3
         AND ($4 = '${NULL_UUID}' OR EXISTS (SELECT FROM owner)) FOR UPDATE
     ), updated AS (
       UPDATE device SET customer_id = $4 FROM before WHERE device.id = before.id
     )
     SELECT * FROM before`,
    [tenantId, deviceId, from, to],
  );
  return rows[0] && toDevice(rows[0]);
}
