import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { NamedEntityType } from '@signalbox/contract/rule-nodes/relation-target';
import { containsMarkup, DEFAULT_TEXT_LENGTH, isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type pg from 'pg';
import { ApiError, badRequest } from '../http/errors.ts';
import { type SecurityUser, SYSTEM_USER } from '../http/security-user.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import type { Assets } from './asset/assets.ts';
import type { CustomerService } from './customer/customer-service.ts';
import type { DeviceService } from './device/device-service.ts';

/** Kinds that are found by name, with their tables and the columns of the names. The tenant is known by its id. */
const TABLES: Readonly<Record<Exclude<NamedEntityType, 'TENANT'>, { table: string; name: string }>> = {
  DEVICE: { table: 'device', name: 'name' },
  ASSET: { table: 'asset', name: 'name' },
  ENTITY_VIEW: { table: 'entity_view', name: 'name' },
  EDGE: { table: 'edge', name: 'name' },
  CUSTOMER: { table: 'customer', name: 'title' },
  DASHBOARD: { table: 'dashboard', name: 'title' },
  USER: { table: 'app_user', name: 'email' },
};

/** Kinds that can be created by name. */
export type CreatableType = 'DEVICE' | 'ASSET' | 'CUSTOMER';

/** Finds entities of a tenant by their names, and creates them, without a user behind it. */
export interface NamedEntities {
  /** The id of an entity by its exact name, the oldest of several. Look-ups at the same time share a statement. */
  find(tenantId: string, entityType: NamedEntityType, name: string): Promise<string | undefined>;
  /**
   * The entity of that name, created unless there is one, also when others create it at the same time.
   * @param type of a device or an asset; empty: the default of devices
   * @param customerId whose a new device or asset is; absent: nobody's
   * @returns its id, and the new entity when this call has created it
   * @throws ApiError when it cannot be created, such as by the limit of the tenant
   */
  ensure(
    tenantId: string,
    entityType: CreatableType,
    name: string,
    type: string,
    customerId?: string,
  ): Promise<{ id: EntityId; created?: object }>;
}

export interface NamedEntitiesParts {
  pool: pg.Pool;
  devices: Pick<DeviceService, 'save'>;
  assets: Pick<Assets['service'], 'save'>;
  customers: Pick<CustomerService, 'save'>;
}

export function createNamedEntities({ pool, devices, assets, customers }: NamedEntitiesParts): NamedEntities {
  const finders = new Map(
    Object.entries(TABLES).map(([entityType, { table, name }]) => [
      entityType,
      createBatchLoader<string>(async (keys) => {
        const wanted = keys.map((key) => JSON.parse(key) as [tenantId: string, name: string]);
        const { rows } = await pool.query<{ id: string; tenant_id: string; name: string }>({
          name: `named ${table}`,
          text: `SELECT entity.id, wanted.tenant_id, wanted.name FROM unnest($1::uuid[], $2::text[]) AS wanted (tenant_id, name)
            JOIN ${table} AS entity ON entity.tenant_id = wanted.tenant_id AND entity.${name} = wanted.name
            ORDER BY entity.created_time DESC, entity.id DESC`,
          values: [wanted.map(([tenantId]) => tenantId), wanted.map(([, one]) => one)],
        });
        return new Map(rows.map((row) => [keyOf(row.tenant_id, row.name), row.id]));
      }),
    ]),
  );
  /** Entities that are being created. */
  const creating = new Map<string, Promise<{ id: EntityId; created?: object }>>();

  const find: NamedEntities['find'] = async (tenantId, entityType, name) => {
    if (entityType === 'TENANT') return tenantId;
    // A name that nothing can have would fail the look-up of others, with which it shares a statement.
    return isStorableText(name) ? finders.get(entityType)?.(keyOf(tenantId, name)) : undefined;
  };

  async function create(
    tenantId: string,
    entityType: CreatableType,
    name: string,
    type: string,
    customerId: string,
  ): Promise<{ id: EntityId; created: object }> {
    for (const text of [name, type]) {
      if (!isStorableText(text)) throw badRequest(`The name or the type of a new entity ${UNSTORABLE_TEXT}`);
      if (text.length > DEFAULT_TEXT_LENGTH || containsMarkup(text)) {
        throw badRequest(
          `Name and type of a new entity must be texts of at most ${DEFAULT_TEXT_LENGTH} characters without markup`,
        );
      }
    }
    const user: SecurityUser = { ...SYSTEM_USER, authority: 'TENANT_ADMIN', tenantId };
    if (entityType === 'CUSTOMER') {
      const customer = await customers.save(user, { ...NO_CONTACT, title: name, additionalInfo: null });
      return { id: customer.id, created: customer };
    }
    const input = { name, type, label: null, additionalInfo: null, customerId: entityId('CUSTOMER', customerId) };
    const made = entityType === 'DEVICE' ? await devices.save(user, input) : await assets.save(user, input);
    return { id: made.id, created: made };
  }

  return {
    find,
    async ensure(tenantId, entityType, name, type, customerId = NULL_UUID) {
      const known = await find(tenantId, entityType, name);
      if (known !== undefined) return { id: entityId(entityType, known) };
      const key = `${entityType} ${keyOf(tenantId, name)}`;
      const running = creating.get(key);
      if (running) return { id: (await running).id };
      // Looked up and created at the same time, it may be there by now: for all who wait for it.
      const made = create(tenantId, entityType, name, type, customerId)
        .catch(async (error: unknown) => {
          const there = error instanceof ApiError ? await find(tenantId, entityType, name) : undefined;
          if (there === undefined) throw error;
          return { id: entityId(entityType, there) };
        })
        .finally(() => creating.delete(key));
      creating.set(key, made);
      return made;
    },
  };
}

const keyOf = (tenantId: string, name: string): string => JSON.stringify([tenantId, name]);

const NO_CONTACT = {
  country: null,
  state: null,
  city: null,
  address: null,
  address2: null,
  zip: null,
  phone: null,
  email: null,
};
