import type { Logger } from 'pino';
import type { BaseUrl } from '../access/base-url.ts';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { ActionLog } from '../audit/action-log.ts';
import { createUnattendedLog } from '../audit/unattended-log.ts';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { RouteImplementation } from '../http/routes.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { createListOrders } from '../storage/list-orders.ts';
import { createListPlaces, FAR_PAGES_OF_ROWS } from '../storage/list-places.ts';
import { customerRoutes } from './customer/customer-routes.ts';
import { createCustomerService } from './customer/customer-service.ts';
import { createCustomerStore } from './customer/customer-store.ts';
import type { RowPlace } from './paged-list-sql.ts';
import { createPagedLists } from './paged-lists.ts';
import { tenantRoutes } from './tenant/tenant-routes.ts';
import { createTenantService, type TenantServiceParts } from './tenant/tenant-service.ts';
import { createTenantStore } from './tenant/tenant-store.ts';
import type { TenantLimits } from './tenant-limits.ts';
import { tenantProfileRoutes } from './tenant-profile/tenant-profile-routes.ts';
import { createTenantProfileService } from './tenant-profile/tenant-profile-service.ts';
import { createTenantProfileStore } from './tenant-profile/tenant-profile-store.ts';
import { userPreferenceRoutes } from './user/user-preference-routes.ts';
import { createUserPreferenceStore } from './user/user-preference-store.ts';
import { userRoutes } from './user/user-routes.ts';
import { createUserService, type UserServiceParts } from './user/user-service.ts';
import { createUserStore } from './user/user-store.ts';

export interface PeopleParts {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  directory: EntityDirectory;
  limits: TenantLimits;
  access: Pick<UserServiceParts, 'credentials' | 'signIn' | 'sessions'> & { baseUrl: BaseUrl };
  /** Makes what a new tenant starts with. */
  prepareTenant: TenantServiceParts['prepareTenant'];
  actionLog: ActionLog;
  liveBus: LiveBus;
  log: Pick<Logger, 'warn'>;
  settings: Pick<Settings, 'userTokenAccess'>;
}

/** Composes tenants and their profiles, customers and users. */
export function composePeople({ database, access, prepareTenant, log, settings, ...parts }: PeopleParts) {
  const { db, pool } = database;
  const isTokenAccessEnabled = settings.userTokenAccess;
  const { liveBus } = parts;
  const deletedTenants = followDeletedTenants(liveBus);
  const places = createListPlaces<RowPlace>({ pool, log, deletedTenants }, FAR_PAGES_OF_ROWS);
  const orders = createListOrders(deletedTenants);
  const userStore = createUserStore(db, createPagedLists({ db, liveBus, places, orders }, ['USER']));
  const users = createUserService({ ...parts, ...access, isTokenAccessEnabled, store: userStore });
  const tenantProfiles = createTenantProfileService({ ...parts, store: createTenantProfileStore(db) });
  const tenants = createTenantService({
    ...parts,
    store: createTenantStore(db),
    profiles: tenantProfiles.port,
    prepareTenant,
  });
  const customerStore = createCustomerStore(db, createPagedLists({ db, liveBus, places, orders }, ['CUSTOMER']));
  const customers = createCustomerService({ ...parts, store: customerStore });
  const customersOfRules = createCustomerService({
    ...parts,
    store: customerStore,
    actionLog: createUnattendedLog(parts.actionLog),
  });
  const routes: RouteImplementation[] = [
    ...userRoutes(users, access.baseUrl),
    ...userPreferenceRoutes(createUserPreferenceStore(pool)),
    ...tenantRoutes(tenants),
    ...tenantProfileRoutes(tenantProfiles),
    ...customerRoutes(customers),
  ];
  return {
    routes,
    customersOfRules,
    users,
    tenants,
    customers,
    tenantProfiles,
    publicCustomers: customers.publicCustomers,
  };
}
