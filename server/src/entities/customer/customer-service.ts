import { type Customer, type CustomerInput, PUBLIC_CUSTOMER_TITLE } from '@signalbox/contract/customer';
import { entityId, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { AdditionalInfo } from '@signalbox/contract/text';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog, ActionType } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isUniqueViolation, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { contactOf } from '../contact.ts';
import { requireEmail } from '../email.ts';
import { withoutLostDashboards } from '../lost-dashboards.ts';
import type { PublicCustomers } from '../public-customers.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import { customerKind } from './customer-kind.ts';
import { type CustomerStore, isPublic } from './customer-store.ts';

export interface CustomerServiceParts {
  store: CustomerStore;
  limits: TenantLimits;
  directory: EntityDirectory;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Customers of a tenant, including the public one. */
export function createCustomerService({ store, limits, directory, actionLog, liveBus }: CustomerServiceParts) {
  /** The customer if `user` may do `operation`. What the caller may not know of does not exist for it. */
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<Customer> {
    const isVisible = user.authority !== 'CUSTOMER_USER' || user.customerId === id;
    const customer = isVisible ? await store.find(user.tenantId, id) : undefined;
    if (!customer) throw entityNotFound('Customer', id);
    requirePermission(user, 'CUSTOMER', operation, { id, tenantId: customer.tenantId.id, customerId: id });
    return customer;
  }

  async function record(
    user: SecurityUser,
    type: ActionType,
    customer: Customer,
    details: { before?: Customer; error?: unknown },
  ): Promise<void> {
    const message = { ADDED: 'ENTITY_CREATED', UPDATED: 'ENTITY_UPDATED', DELETED: 'ENTITY_DELETED' }[type as 'ADDED'];
    await actionLog.record({
      user,
      type,
      entityId: details.error !== undefined && type === 'ADDED' ? nullId('CUSTOMER') : customer.id,
      entityName: customer.title,
      customerId: customer.id.id,
      data: type === 'DELETED' ? { entityId: customer.id.id } : { entity: customer },
      before: details.before ?? null,
      ...(details.error === undefined ? { message: { type: message, data: customer } } : { error: details.error }),
    });
  }

  function changed(action: 'created' | 'updated' | 'deleted', customer: Customer): void {
    liveBus.publish({ kind: 'entity', action, tenantId: customer.tenantId.id, entityId: customer.id });
  }

  async function get(user: SecurityUser, id: string): Promise<Customer> {
    const customer = await require(user, id, 'READ');
    return {
      ...customer,
      additionalInfo: await withoutLostDashboards(customer.additionalInfo, user.tenantId, directory),
    };
  }

  const publicCustomers: PublicCustomers = {
    async ensure(tenantId) {
      const there = await store.findByTitle(tenantId, PUBLIC_CUSTOMER_TITLE);
      if (there) return { id: there.id.id, title: there.title };
      const { id, createdTime } = newEntityId();
      const empty = { country: null, state: null, city: null, address: null, address2: null, zip: null, phone: null };
      const { customer, created } = await store.insertIfAbsent({
        id: entityId('CUSTOMER', id),
        createdTime,
        additionalInfo: { isPublic: true },
        ...empty,
        email: null,
        title: PUBLIC_CUSTOMER_TITLE,
        tenantId: entityId('TENANT', tenantId),
        name: PUBLIC_CUSTOMER_TITLE,
      });
      if (created) changed('created', customer);
      return { id: customer.id.id, title: customer.title };
    },
  };

  return {
    get,
    publicCustomers,

    async getShortInfo(user: SecurityUser, id: string): Promise<{ title: string; isPublic: boolean }> {
      const customer = await require(user, id, 'READ');
      return { title: customer.title, isPublic: isPublic(customer) };
    },

    async findByTitle(user: SecurityUser, title: string): Promise<Customer | undefined> {
      requirePermission(user, 'CUSTOMER', 'READ');
      return store.findByTitle(user.tenantId, title);
    },

    async getByTitle(user: SecurityUser, title: string): Promise<Customer> {
      requirePermission(user, 'CUSTOMER', 'READ');
      const customer = await store.findByTitle(user.tenantId, title);
      if (!customer) throw notFound(`Customer with title [${title}] is not found`);
      return customer;
    },

    async list(user: SecurityUser, link: PageLink): Promise<PageData<Customer>> {
      requirePermission(user, 'CUSTOMER', 'READ');
      return store.list(user.tenantId, link);
    },

    async save(user: SecurityUser, input: CustomerInput): Promise<Customer> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      if (!known) requirePermission(user, 'CUSTOMER', 'CREATE');
      const customer = complete(user, input, known);
      const type = known ? 'UPDATED' : 'ADDED';
      let before: Customer | undefined;
      try {
        if (customer.title === PUBLIC_CUSTOMER_TITLE) {
          throw badRequest("'Public' title for customer is system reserved!");
        }
        if (known && isPublic(known)) throw badRequest("The 'Public' customer can't be changed!");
        if (known) {
          before = await store.update(customer);
          if (!before) throw entityNotFound('Customer', customer.id.id);
        } else {
          await limits.withRoom(user.tenantId, customerKind, () => store.insert(customer));
        }
      } catch (error) {
        const failure = isUniqueViolation(error) ? badRequest('Customer with such title already exists!') : error;
        await record(user, type, customer, { error: failure });
        throw failure;
      }
      changed(before ? 'updated' : 'created', customer);
      await record(user, type, customer, before ? { before } : {});
      return customer;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      const { tenantId } = user;
      const remains = await store.delete(tenantId, id);
      if (!remains) {
        const error = entityNotFound('Customer', id);
        await record(user, 'DELETED', known, { error });
        throw error;
      }
      const { customer } = remains;
      for (const userId of remains.users) {
        liveBus.publish({ kind: 'userSessions', tenantId, entityId: userId });
        liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: userId });
      }
      for (const unassigned of remains.unassigned) {
        liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: unassigned });
      }
      changed('deleted', customer);
      await record(user, 'DELETED', customer, { before: customer });
    },
  };
}

export type CustomerService = ReturnType<typeof createCustomerService>;

/** The customer as it will be stored: server-owned fields kept. */
function complete(user: SecurityUser, input: CustomerInput, before: Customer | undefined): Customer {
  const title = unlessBlank(input.title);
  if (!title) throw badRequest('Customer title should be specified!');
  if (input.email) requireEmail(input.email);
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('CUSTOMER', created.id),
    createdTime: created.createdTime,
    additionalInfo: withoutPublicFlag(input.additionalInfo),
    ...contactOf(input),
    title,
    tenantId: entityId('TENANT', user.tenantId),
    name: title,
  };
}

/** Only the server makes a customer public: the flag opens it to everyone. */
function withoutPublicFlag(info: AdditionalInfo): AdditionalInfo {
  if (info?.isPublic !== true) return info;
  const { isPublic: _isPublic, ...kept } = info;
  return kept;
}
