import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { additionalInfo, column, constant, createdTime, ownedByCustomer, searchedColumn } from '../entity-source.ts';

const ENTITY_TYPE = constant('DEVICE');

export const deviceKind: EntityKind<'DEVICE'> = {
  entityType: 'DEVICE',
  table: 'device',
  noun: 'device',
  summary: 'SELECT id, tenant_id, customer_id, name, type, label, device_profile_id FROM device WHERE id = ANY ($1)',
  source: {
    table: sql.table('device'),
    kinds: ['DEVICE'],
    entityType: ENTITY_TYPE,
    fields: {
      createdTime,
      entityType: ENTITY_TYPE,
      name: column('name'),
      title: column('name'),
      type: column('type'),
      label: column('label'),
      additionalInfo,
    },
    lowerName: sql`lower(e.name)`,
    searched: {
      name: searchedColumn('name'),
      title: searchedColumn('name'),
      label: searchedColumn('label'),
      type: (user, patterns) => sql`e.device_profile_id = ANY (ARRAY(SELECT profile.id FROM device_profile profile
        WHERE profile.tenant_id = ${user.tenantId}::uuid AND lower(profile.name) LIKE ANY (${patterns})))`,
    },
    // A device's type is always the name of its profile.
    isOfType: (user, type) => sql`e.device_profile_id = (SELECT profile.id FROM device_profile profile
    WHERE profile.tenant_id = ${user.tenantId}::uuid AND profile.name = ${type})`,
    sortGroups: (field, user) =>
      field === 'type'
        ? {
            table: sql.table('device_profile'),
            where: sql`grouped.tenant_id = ${user.tenantId}::uuid`,
            sorted: sql`lower(grouped.name)`,
            column: sql`e.device_profile_id`,
          }
        : undefined,
    visibleTo: ownedByCustomer,
  },
  limit: { member: 'maxDevices', count: 'SELECT sum(count) AS total FROM device_count WHERE tenant_id = $1' },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
