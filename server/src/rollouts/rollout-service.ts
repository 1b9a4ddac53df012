import { entityId } from '@signalbox/contract/id';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { PageData, PageLink } from '@signalbox/contract/page';
import {
  MAX_ROLLOUT_DEVICES,
  MAX_ROLLOUTS,
  type Rollout,
  type RolloutAction,
  type RolloutDevice,
  type RolloutInput,
  type RolloutPreview,
  type RolloutStep,
  STATES_OF_ACTION,
} from '@signalbox/contract/rollout';
import type { ActionLog } from '../audit/action-log.ts';
import { createFairTurns } from '../config/fair-turns.ts';
import type { OtaPackageService } from '../entities/ota-package/ota-package-service.ts';
import {
  badRequest,
  entityNotFound,
  isForeignKeyViolation,
  isUniqueViolation,
  tooManyRequests,
} from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityQueryService } from '../query/entity-query-service.ts';
import { newEntityId } from '../storage/ids.ts';
import { planWaves, type WavePlan } from './plan-waves.ts';
import type { RolloutDevices } from './rollout-devices.ts';
import { type RolloutStore, type StoredRollout, toRollout } from './rollout-store.ts';

export interface RolloutServiceParts {
  store: RolloutStore;
  rows: RolloutDevices;
  packages: Pick<OtaPackageService, 'require'>;
  queries: Pick<EntityQueryService, 'findIds'>;
  actionLog: ActionLog;
  /** Something is to be done. */
  wake: () => void;
}

/** Roll-outs that are planned at the same time, of different tenants: each may be of all devices of a profile. */
const PLANNED_AT_ONCE = 2;
const MAX_WAITING = { perOwner: 10, total: 100 };
const refusal = (): Error => tooManyRequests('Too many roll-outs are waiting. Please try again later.', 5);

const invalid = (what: string) => badRequest(`Validation error: ${what}`);

/** Roll-outs of a tenant: what its administrators do with them. */
export function createRolloutService({ store, rows, packages, queries, actionLog, wake }: RolloutServiceParts) {
  const inTurn = createFairTurns(PLANNED_AT_ONCE, { ...MAX_WAITING, refusal }, 1);

  /** Plans, and stores what is planned, when it is the tenant's turn. */
  function inTurnOf<T>({ tenantId }: SecurityUser, work: () => Promise<T>): Promise<T> {
    return inTurn(tenantId, async (charge) => {
      const started = performance.now();
      try {
        return await work();
      } finally {
        charge(performance.now() - started);
      }
    });
  }

  async function require(user: SecurityUser, id: string): Promise<StoredRollout> {
    const rollout = await store.find(user.tenantId, id);
    if (!rollout) throw entityNotFound('Rollout', id);
    return rollout;
  }

  async function withWaves(rollouts: readonly StoredRollout[]): Promise<Rollout[]> {
    if (rollouts.length === 0) return [];
    const tallies = await store.tallies(rollouts);
    return rollouts.map((rollout) => toRollout(rollout, tallies.get(rollout.id) ?? []));
  }

  const one = async (rollout: StoredRollout): Promise<Rollout> => (await withWaves([rollout]))[0] as Rollout;

  /** @throws ApiError 400 / 31 for a filter that cannot be used */
  async function tryFilters(user: SecurityUser, { guard }: RolloutInput, deviceId: string): Promise<void> {
    if (guard.badFilters.length === 0) return;
    await queries.findIds(user, {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [deviceId] },
      keyFilters: guard.badFilters,
      entityFields: [],
      latestValues: [],
      pageLink: { pageSize: 1, page: 0 },
    });
  }

  /** What a roll-out would be about, checked. */
  async function plan(
    user: SecurityUser,
    input: RolloutInput,
  ): Promise<{ info: OtaPackageInfo; profileId: string; plan: WavePlan }> {
    const { info } = await packages.require(user, input.packageId, 'READ');
    const profileId = info.deviceProfileId?.id;
    if (!profileId) throw invalid('packageId must be of a package for a device profile');
    if (!info.hasData) throw invalid('packageId must be of a package that has a file or an address');
    const ids = input.deviceIds ? [...new Set(input.deviceIds)] : null;
    const found = await rows.ofProfile(user.tenantId, profileId, ids, MAX_ROLLOUT_DEVICES);
    if (ids && found.length < ids.length) {
      throw invalid('deviceIds must hold devices of the profile of the package');
    }
    if (found.length > MAX_ROLLOUT_DEVICES) {
      throw invalid(`deviceIds must be given: the profile has more than ${MAX_ROLLOUT_DEVICES} devices`);
    }
    const covered = new Set(found);
    for (const [at, wave] of input.waves.entries()) {
      if (wave.deviceIds?.some((id) => !covered.has(id))) {
        throw invalid(`waves[${at}].deviceIds must hold devices that the roll-out covers`);
      }
    }
    if (found.length === 0) throw invalid('the profile of the package has no devices');
    await tryFilters(user, input, found[0] as string);
    return { info, profileId, plan: planWaves(found, input.waves) };
  }

  /** Plans a roll-out and stores it. @returns its id */
  async function insert(user: SecurityUser, input: RolloutInput): Promise<string> {
    const { info, profileId, plan: planned } = await plan(user, input);
    const { id, createdTime } = newEntityId();
    const isStored = await store
      .insert({
        ...{ id, createdTime, tenantId: user.tenantId, userId: user.userId },
        name: input.name?.trim() || `${info.title} ${info.version}`.slice(0, 255),
        type: info.type,
        packageId: info.id.id,
        packageTitle: info.title,
        packageVersion: info.version,
        deviceProfileId: profileId,
        shares: input.waves.map(({ share }) => share ?? null),
        guard: input.guard,
        waves: planned.waves,
      })
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? entityNotFound('OTA package', input.packageId) : error;
      });
    if (!isStored) throw badRequest(`There are ${MAX_ROLLOUTS} roll-outs already. Please delete one that has ended.`);
    return id;
  }

  /** Notes in the audit log of the package what a person did. */
  async function record(user: SecurityUser, rollout: StoredRollout, action: RolloutAction | 'CREATE' | 'DELETE') {
    if (!rollout.packageId) return;
    await actionLog.record({
      user,
      type: 'UPDATED',
      entityId: entityId('OTA_PACKAGE', rollout.packageId),
      entityName: rollout.packageTitle,
      data: { rollout: { id: rollout.id, name: rollout.name, action } },
    });
  }

  return {
    async preview(user: SecurityUser, input: RolloutInput): Promise<RolloutPreview> {
      const { waves, leftOut } = (await inTurnOf(user, () => plan(user, input))).plan;
      return { waves: waves.map(({ length }) => length), leftOut };
    },

    async create(user: SecurityUser, input: RolloutInput): Promise<Rollout> {
      const rollout = await require(user, await inTurnOf(user, () => insert(user, input)));
      await record(user, rollout, 'CREATE');
      return one(rollout);
    },

    async list(user: SecurityUser, link: PageLink): Promise<PageData<Rollout>> {
      const page = await store.list(user.tenantId, link);
      return { ...page, data: await withWaves(page.data) };
    },

    get: async (user: SecurityUser, id: string): Promise<Rollout> => one(await require(user, id)),

    async devices(
      user: SecurityUser,
      id: string,
      { wave, step, ...link }: PageLink & { wave?: number | undefined; step?: RolloutStep | undefined },
    ): Promise<PageData<RolloutDevice>> {
      const rollout = await require(user, id);
      return rows.list(user.tenantId, rollout.id, link, { wave, step });
    },

    async change(user: SecurityUser, id: string, action: RolloutAction): Promise<Rollout> {
      const known = await require(user, id);
      const isGiven = action === 'START' || action === 'RETRY';
      if (isGiven && !known.packageId) throw badRequest('The package of the roll-out is gone.');
      if (action === 'RETRY' && STATES_OF_ACTION.RETRY.includes(known.state)) {
        const { waves } = await one(known);
        if (waves.every(({ failed, accepted }) => failed + accepted === 0)) {
          throw badRequest('No device of the roll-out has failed.');
        }
      }
      const isDone = await store
        .change(user.tenantId, id, action, user.userId, Date.now())
        .catch(async (error: unknown) => {
          if (!isUniqueViolation(error, 'rollout_active')) throw error;
          const other = (await store.findActive(known)) ?? '';
          throw badRequest(`The roll-out '${other}' of the same device profile is under way. Please end it first.`);
        });
      if (!isDone) {
        const states = STATES_OF_ACTION[action].join(', ');
        throw badRequest(`The roll-out must be ${states} for that; it is ${(await require(user, id)).state}.`);
      }
      wake();
      await record(user, known, action);
      return one(await require(user, id));
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id);
      if (!(await store.delete(user.tenantId, id))) {
        throw badRequest('The roll-out is under way. Please stop it first.');
      }
      await record(user, known, 'DELETE');
    },
  };
}

export type RolloutService = ReturnType<typeof createRolloutService>;
