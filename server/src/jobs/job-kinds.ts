import { alarmRoutes } from '@signalbox/contract/alarm';
import { assetCalls } from '@signalbox/contract/asset';
import type { Authority } from '@signalbox/contract/authority';
import { type Customer, customerRoutes } from '@signalbox/contract/customer';
import { type DashboardInfo, dashboardRoutes } from '@signalbox/contract/dashboard';
import { type Device, deviceRoutes } from '@signalbox/contract/device';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { type Edge, edgeCalls, edgeMemberCalls } from '@signalbox/contract/edge';
import { entityViewCalls } from '@signalbox/contract/entity-view';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { JobAction, JobEntityType, JobList } from '@signalbox/contract/job';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { ruleChainRoutes } from '@signalbox/contract/rule-chain';
import { SET_ASIDE_MESSAGE, setAsideMessageRoutes } from '@signalbox/contract/set-aside-message';
import { tenantRoutes } from '@signalbox/contract/tenant';
import { tenantProfileRoutes } from '@signalbox/contract/tenant-profile';
import { userRoutes } from '@signalbox/contract/user';
import { type WidgetsBundle, widgetRoutes } from '@signalbox/contract/widget';
import { badRequest } from '../http/errors.ts';
import type { CallInput } from '../http/route-caller.ts';
import type { SecurityUser } from '../http/security-user.ts';

/** Makes a call of the API as the owner of a job. */
export type Call = (route: Route, input: CallInput) => Promise<unknown>;

/** What is done with one entity. */
export interface JobWork {
  /** Reads what the action needs besides the entities, by the one parameter of its path. */
  target?: Route;
  /** Does it, unless it is done already: repeated after a restart, it leaves the entity as it is. */
  run: (call: Call, id: string, targetId: string, owner: SecurityUser) => Promise<void>;
  /** Rows of a list with which it can never be done: a job on all that the list finds leaves them out. */
  leavesOut?: LeavesOut;
}

/** A row of any list. */
export interface JobRow {
  id: { id: string };
  createdTime: number;
}

/** What rows say of entities that nobody can delete, each of its own kind. */
interface LastingRow extends JobRow {
  root?: boolean;
  default?: boolean;
  additionalInfo?: Record<string, unknown> | null;
  tenantId?: { id: string };
}

/** @param target what the action needs besides the entities */
type LeavesOut = (row: LastingRow, owner: SecurityUser, target: unknown) => boolean;

interface ListCall {
  route: Route;
  params?: Record<string, string>;
}

/** How jobs work on a kind of entity. */
export interface JobKind {
  /** Who may work on many of them. The calls that a job makes check each entity. */
  access: readonly Authority[];
  actions: Readonly<Partial<Record<JobAction, JobWork>>>;
  /** The members of a list that filter this kind, besides `textSearch`. */
  filters: readonly (keyof JobList)[];
  /** The call that reads the list; undefined when the kind has no such list. */
  list: (list: JobList) => ListCall | undefined;
}

interface OwnedInfo {
  customerId: { id: string };
  customerTitle: string | null;
  customerIsPublic: boolean;
}

const deletion = (route: Route, idName: string, leavesOut?: LeavesOut): JobWork => ({
  async run(call, id) {
    await call(route, { params: { [idName]: id } });
  },
  ...(leavesOut && { leavesOut }),
});

const isDefault: LeavesOut = (row) => row.default === true;
const isRoot: LeavesOut = ({ root }) => root === true;
const isRootOfEdge: LeavesOut = ({ id }, _owner, edge) => id.id === (edge as Edge).rootRuleChainId?.id;
const isPublic: LeavesOut = ({ additionalInfo }) => additionalInfo?.isPublic === true;
const isOwner: LeavesOut = ({ id }, owner) => id.id === owner.userId;
const isOfSystem: LeavesOut = ({ tenantId }, owner) => tenantId?.id === NULL_UUID && owner.authority !== 'SYS_ADMIN';

const retryWork = (from: 'NODE' | 'START'): JobWork => ({
  async run(call, messageId) {
    await call(setAsideMessageRoutes.retrySetAsideMessage, { params: { messageId }, query: { from } });
  },
});

const alarmWork = (route: Route): JobWork => ({
  async run(call, alarmId) {
    await call(route, { params: { alarmId } });
  },
});

/** The calls of a kind that at most one customer has. */
interface OwnedCalls {
  getInfo: Route;
  remove: Route;
  assign: Route;
  unassign: Route;
  makePublic: Route;
}

function ownedActions(calls: OwnedCalls, idName: string): JobKind['actions'] {
  const of = (id: string) => ({ [idName]: id });
  const read = async (call: Call, id: string) => (await call(calls.getInfo, { params: of(id) })) as OwnedInfo;
  return {
    DELETE: deletion(calls.remove, idName),
    ASSIGN_TO_CUSTOMER: {
      target: customerRoutes.getCustomer,
      async run(call, id, customerId) {
        if ((await read(call, id)).customerId.id === customerId) return;
        await call(calls.assign, { params: { ...of(id), customerId } });
      },
    },
    // What is public is not taken back by accident: that is to make it private.
    UNASSIGN_FROM_CUSTOMER: {
      async run(call, id) {
        const { customerId, customerIsPublic } = await read(call, id);
        if (customerId.id !== NULL_UUID && !customerIsPublic) await call(calls.unassign, { params: of(id) });
      },
    },
    MAKE_PUBLIC: {
      async run(call, id) {
        const { customerId, customerIsPublic, customerTitle } = await read(call, id);
        if (customerIsPublic) return;
        if (customerId.id !== NULL_UUID) throw badRequest(`It belongs to the customer ${customerTitle}.`);
        await call(calls.makePublic, { params: of(id) });
      },
    },
    MAKE_PRIVATE: {
      async run(call, id) {
        if ((await read(call, id)).customerIsPublic) await call(calls.unassign, { params: of(id) });
      },
    },
  };
}

function edgeActions(
  calls: Record<'assign' | 'unassign', Route>,
  idName: string,
  staysOnEdge?: LeavesOut,
): JobKind['actions'] {
  const work = (route: Route): JobWork => ({
    target: edgeCalls.get,
    async run(call, id, edgeId) {
      await call(route, { params: { [idName]: id, edgeId } });
    },
  });
  return {
    ASSIGN_TO_EDGE: work(calls.assign),
    UNASSIGN_FROM_EDGE: { ...work(calls.unassign), ...(staysOnEdge && { leavesOut: staysOnEdge }) },
  };
}

/** Lists of a tenant, of one of its customers, and on an edge. */
function listOfTenant(calls: { all: Route; ofCustomer: Route; onEdge?: Route }): JobKind['list'] {
  return ({ customerId, edgeId }): ListCall | undefined => {
    if (edgeId) return calls.onEdge && { route: calls.onEdge, params: { edgeId } };
    return customerId ? { route: calls.ofCustomer, params: { customerId } } : { route: calls.all };
  };
}

const administrators = ['TENANT_ADMIN'] as const;

const typedKind = (
  idName: string,
  calls: OwnedCalls & Record<'infosOfTenant' | 'infosOfCustomer', Route>,
  onEdge?: Record<'assign' | 'unassign' | 'list', Route>,
): JobKind => ({
  access: administrators,
  actions: { ...ownedActions(calls, idName), ...(onEdge && edgeActions(onEdge, idName)) },
  filters: ['customerId', 'type', 'unassigned', ...(onEdge ? (['edgeId'] as const) : [])],
  list: listOfTenant({
    all: calls.infosOfTenant,
    ofCustomer: calls.infosOfCustomer,
    ...(onEdge && { onEdge: onEdge.list }),
  }),
});

const changeProfile: JobWork = {
  target: deviceProfileRoutes.getDeviceProfile,
  async run(call, deviceId, profileId) {
    const device = (await call(deviceRoutes.getDevice, { params: { deviceId } })) as Device;
    if (device.deviceProfileId.id === profileId) return;
    const body = { ...device, deviceProfileId: entityId('DEVICE_PROFILE', profileId) };
    await call(deviceRoutes.saveDevice, { body });
  },
};

const dashboardActions = (): JobKind['actions'] => {
  const of = (dashboardId: string) => ({ dashboardId });
  const assigned = async (call: Call, id: string) =>
    ((await call(dashboardRoutes.getDashboardInfo, { params: of(id) })) as DashboardInfo).assignedCustomers ?? [];
  const forCustomer = (route: Route, assigns: boolean): JobWork => ({
    target: customerRoutes.getCustomer,
    async run(call, id, customerId) {
      const isAssigned = (await assigned(call, id)).some((customer) => customer.customerId.id === customerId);
      if (isAssigned !== assigns) await call(route, { params: { ...of(id), customerId } });
    },
  });
  const forPublic = (route: Route, assigns: boolean): JobWork => ({
    async run(call, id) {
      const isPublic = (await assigned(call, id)).some((customer) => customer.public);
      if (isPublic !== assigns) await call(route, { params: of(id) });
    },
  });
  return {
    DELETE: deletion(dashboardRoutes.deleteDashboard, 'dashboardId'),
    ASSIGN_TO_CUSTOMER: forCustomer(dashboardRoutes.assignDashboardToCustomer, true),
    UNASSIGN_FROM_CUSTOMER: forCustomer(dashboardRoutes.unassignDashboardFromCustomer, false),
    MAKE_PUBLIC: forPublic(dashboardRoutes.assignDashboardToPublicCustomer, true),
    MAKE_PRIVATE: forPublic(dashboardRoutes.unassignDashboardFromPublicCustomer, false),
    ...edgeActions(edgeMemberCalls.DASHBOARD, 'dashboardId'),
  };
};

export const JOB_KINDS: Readonly<Record<JobEntityType, JobKind>> = {
  DEVICE: {
    access: administrators,
    actions: {
      ...ownedActions(
        {
          getInfo: deviceRoutes.getDeviceInfo,
          remove: deviceRoutes.deleteDevice,
          assign: deviceRoutes.assignDeviceToCustomer,
          unassign: deviceRoutes.unassignDeviceFromCustomer,
          makePublic: deviceRoutes.assignDeviceToPublicCustomer,
        },
        'deviceId',
      ),
      ...edgeActions(edgeMemberCalls.DEVICE, 'deviceId'),
      CHANGE_PROFILE: changeProfile,
    },
    filters: ['customerId', 'edgeId', 'type', 'deviceProfileId', 'active', 'unassigned'],
    list: listOfTenant({
      all: deviceRoutes.getTenantDeviceInfos,
      ofCustomer: deviceRoutes.getCustomerDeviceInfos,
      onEdge: edgeMemberCalls.DEVICE.list,
    }),
  },
  ASSET: typedKind('assetId', assetCalls, edgeMemberCalls.ASSET),
  ENTITY_VIEW: typedKind('entityViewId', entityViewCalls, edgeMemberCalls.ENTITY_VIEW),
  EDGE: typedKind('edgeId', edgeCalls),
  DASHBOARD: {
    access: administrators,
    actions: dashboardActions(),
    filters: ['customerId', 'edgeId'],
    list: listOfTenant({
      all: dashboardRoutes.getTenantDashboards,
      ofCustomer: dashboardRoutes.getCustomerDashboards,
      onEdge: edgeMemberCalls.DASHBOARD.list,
    }),
  },
  CUSTOMER: {
    access: administrators,
    actions: {
      DELETE: {
        async run(call, customerId, targetId, owner) {
          const customer = (await call(customerRoutes.getCustomer, { params: { customerId } })) as Customer;
          if (isPublic(customer, owner, undefined)) throw badRequest('It owns what is public.');
          await deletion(customerRoutes.deleteCustomer, 'customerId').run(call, customerId, targetId, owner);
        },
        leavesOut: isPublic,
      },
    },
    filters: [],
    list: () => ({ route: customerRoutes.getCustomers }),
  },
  USER: {
    access: ['SYS_ADMIN', 'TENANT_ADMIN'],
    actions: {
      DELETE: {
        async run(call, userId, targetId, owner) {
          if (userId === owner.userId) throw badRequest('Nobody deletes their own account here.');
          await deletion(userRoutes.deleteUser, 'userId').run(call, userId, targetId, owner);
        },
        leavesOut: isOwner,
      },
    },
    filters: ['customerId', 'tenantId'],
    list({ customerId, tenantId }): ListCall | undefined {
      if (customerId) return { route: userRoutes.getCustomerUsers, params: { customerId } };
      return tenantId ? { route: userRoutes.getTenantAdmins, params: { tenantId } } : { route: userRoutes.getUsers };
    },
  },
  TENANT: {
    access: ['SYS_ADMIN'],
    actions: { DELETE: deletion(tenantRoutes.deleteTenant, 'tenantId') },
    filters: [],
    list: () => ({ route: tenantRoutes.getTenants }),
  },
  ALARM: {
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    actions: {
      DELETE: deletion(alarmRoutes.deleteAlarm, 'alarmId'),
      ACKNOWLEDGE: alarmWork(alarmRoutes.acknowledgeAlarm),
      CLEAR: alarmWork(alarmRoutes.clearAlarm),
    },
    filters: ['entity', 'originatorId', 'type', 'severity', 'searchStatus', 'startTime', 'endTime'],
    list: ({ entity }) =>
      entity
        ? { route: alarmRoutes.getAlarms, params: { entityType: entity.entityType, entityId: entity.id } }
        : { route: alarmRoutes.getAllAlarms },
  },
  TENANT_PROFILE: {
    access: ['SYS_ADMIN'],
    actions: { DELETE: deletion(tenantProfileRoutes.deleteTenantProfile, 'tenantProfileId', isDefault) },
    filters: [],
    list: () => ({ route: tenantProfileRoutes.getTenantProfiles }),
  },
  DEVICE_PROFILE: {
    access: administrators,
    actions: { DELETE: deletion(deviceProfileRoutes.deleteDeviceProfile, 'deviceProfileId', isDefault) },
    filters: [],
    list: () => ({ route: deviceProfileRoutes.getDeviceProfiles }),
  },
  RULE_CHAIN: {
    access: administrators,
    actions: {
      DELETE: deletion(ruleChainRoutes.deleteRuleChain, 'ruleChainId', isRoot),
      ...edgeActions(edgeMemberCalls.RULE_CHAIN, 'ruleChainId', isRootOfEdge),
    },
    filters: ['edgeId', 'type'],
    list: ({ edgeId }) =>
      edgeId
        ? { route: edgeMemberCalls.RULE_CHAIN.list, params: { edgeId } }
        : { route: ruleChainRoutes.getRuleChains },
  },
  WIDGETS_BUNDLE: {
    access: ['SYS_ADMIN', 'TENANT_ADMIN'],
    actions: {
      DELETE: {
        async run(call, widgetsBundleId, targetId, owner) {
          const params = { widgetsBundleId };
          const bundle = (await call(widgetRoutes.getWidgetsBundle, { params })) as WidgetsBundle;
          if (isOfSystem(bundle, owner, undefined)) throw badRequest('It belongs to the system.');
          await deletion(widgetRoutes.deleteWidgetsBundle, 'widgetsBundleId').run(
            call,
            widgetsBundleId,
            targetId,
            owner,
          );
        },
        leavesOut: isOfSystem,
      },
    },
    filters: ['own'],
    list: () => ({ route: widgetRoutes.getWidgetsBundles }),
  },
  [SET_ASIDE_MESSAGE]: {
    access: administrators,
    actions: {
      DELETE: deletion(setAsideMessageRoutes.deleteSetAsideMessage, 'messageId'),
      RETRY: retryWork('NODE'),
      RETRY_FROM_START: retryWork('START'),
    },
    filters: ['type', 'queueName', 'originatorId', 'ruleChainId', 'ruleNodeId', 'startTime', 'endTime'],
    list: () => ({ route: setAsideMessageRoutes.getSetAsideMessages }),
  },
};

/** What an action needs besides the entities, undefined where that is nothing. */
export async function readTarget(call: Call, work: JobWork, targetId: string): Promise<unknown> {
  if (!work.target) return undefined;
  const [parameter] = Object.keys(definitionOf(work.target).params ?? {});
  return call(work.target, { params: { [parameter as string]: targetId } });
}

/** Members that are in the path of a list's call. */
const WHOSE: ReadonlySet<string> = new Set(['customerId', 'edgeId', 'tenantId', 'entity']);

/**
 * The call that reads a list, without its page.
 * @throws ApiError 400 / 31 for members that do not belong to lists of the kind
 */
export function listCallOf(kind: JobKind, entityType: string, list: JobList): { route: Route; input: CallInput } {
  const given = Object.entries(list).filter(([, value]) => value !== undefined && value !== null && value !== '');
  for (const [name] of given) {
    if (name !== 'textSearch' && !kind.filters.some((filter) => filter === name)) {
      throw badRequest(`Validation error: list.${name} does not apply to ${entityType}`);
    }
  }
  const found = kind.list(list);
  if (!found) throw badRequest(`Validation error: list must say whose ${entityType} it has`);
  const query = Object.fromEntries(given.filter(([name]) => !WHOSE.has(name)));
  return { route: found.route, input: { params: found.params ?? {}, query } };
}
