import type { Device } from '@signalbox/contract/device';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { ACTIVE_STATES, type RolloutDeviceReason } from '@signalbox/contract/rollout';
import { createJumpWatch } from '../config/steady-clock.ts';
import { isTransient } from '../config/transient-error.ts';
import type { DeviceService } from '../entities/device/device-service.ts';
import { ApiError } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityQueryService } from '../query/entity-query-service.ts';
import { decide, type WaveTally } from './decide.ts';
import { type DeviceProgress, nextProgress } from './device-step.ts';
import type { AssignedDevice, Place, RolloutDevices } from './rollout-devices.ts';
import type { RolloutStore, StoredRollout } from './rollout-store.ts';

/** Devices that are given a package, or get theirs back, in one turn. */
const BATCH = 50;
/** Of these at the same time, so that connections of the database are left to others. */
const AT_ONCE = 5;
/** Devices that are looked at in one turn: those under way, and those that have settled. */
const LOOKED_AT = { 2: 2000, 3: 1000 } as const;
/** Updated devices whose values are looked at in one turn, and ms until the same ones are again. */
const CHECKED = 1000;
const CHECK_AGAIN = 10_000;
/** Roll-outs whose place is remembered; of others the look starts over. */
const MAX_PLACES = 1000;
const START: Place = { wave: -1, deviceId: NULL_UUID };

export interface RolloutTurnParts {
  store: RolloutStore;
  rows: RolloutDevices;
  devices: Pick<DeviceService, 'findByIds' | 'saveOver'>;
  queries: Pick<EntityQueryService, 'findIds'>;
  /** The owner of a roll-out as they are now; undefined when they may not sign in any more. */
  findUser: (userId: string) => Promise<SecurityUser | undefined>;
}

type Given = 'done' | { said: string } | 'gone';
/** What becomes of a device that is rolled back: what it gets, or why it keeps what it has. */
type Return = { packageId: string | null; reason: RolloutDeviceReason | null } | 'as it was' | 'another';

function hasChanged(before: DeviceProgress, after: DeviceProgress): boolean {
  return (Object.keys(after) as (keyof DeviceProgress)[]).some((member) => after[member] !== before[member]);
}

/** What a device gets back. @param own its own package now @param living packages that are there */
export function returnOf(
  own: string | null,
  packageId: string | null,
  formerId: string | null,
  living: ReadonlySet<string>,
): Return {
  if (own === formerId) return 'as it was';
  if (own === null || own !== packageId) return 'another';
  if (formerId === null || living.has(formerId)) return { packageId: formerId, reason: null };
  return { packageId: null, reason: 'FORMER_GONE' };
}

/** Runs work for each of some items, a few at a time; fails when one does, after those that were begun. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) await work(items[next++] as T);
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const broken = workers.find((result) => result.status === 'rejected');
  if (broken) throw broken.reason;
}

/** Does one turn of a roll-out: gives the package to some devices, looks at what they say, and decides what follows. */
export function createRolloutTurn({ store, rows, devices, queries, findUser }: RolloutTurnParts) {
  const evenFor = createJumpWatch();
  /** id of a roll-out → where the look at its devices has come to, by their phase */
  const places = new Map<string, Record<2 | 3, Place>>();

  function placesOf(id: string): Record<2 | 3, Place> {
    const known = places.get(id) ?? { 2: START, 3: START };
    places.delete(id);
    places.set(id, known);
    if (places.size > MAX_PLACES) places.delete(places.keys().next().value as string);
    return known;
  }

  const ownOf = ({ type }: StoredRollout, { firmwareId, softwareId }: Device): string | null =>
    (type === 'FIRMWARE' ? firmwareId : softwareId)?.id ?? null;

  /** Gives a device a package through the service of devices, as its owner would. */
  async function give(
    rollout: StoredRollout,
    user: SecurityUser,
    device: Device,
    packageId: string | null,
  ): Promise<Given> {
    const id = packageId === null ? null : entityId('OTA_PACKAGE', packageId);
    const member = rollout.type === 'FIRMWARE' ? { firmwareId: id } : { softwareId: id };
    try {
      await devices.saveOver(user, { ...device, ...member }, device);
      return 'done';
    } catch (error) {
      if (!(error instanceof ApiError) || isTransient(error) || error.status >= 500) throw error;
      return error.status === 404 ? 'gone' : { said: error.message };
    }
  }

  const byId = async (user: SecurityUser, some: readonly AssignedDevice[]): Promise<Map<string, Device>> => {
    const ids = some.map(({ deviceId }) => deviceId);
    const found = await devices.findByIds(user, ids);
    return new Map(found.map((device) => [device.id.id, device]));
  };

  /** Gives the package to the next devices of the waves that have begun. @returns how many there were */
  async function assign(rollout: StoredRollout, user: SecurityUser): Promise<number> {
    // What each had is stored before it is given anything: a killed server knows what to give back.
    const begun = await rows.begin(rollout, BATCH, Date.now());
    const some = await rows.inPhase(rollout.id, 1, 1, BATCH);
    const known = await byId(user, some);
    const done: { deviceId: string }[] = [];
    const refused: { deviceId: string; said: string }[] = [];
    const note = async () => {
      const now = Date.now();
      await rows.enter(rollout.id, done, 'QUEUED', now);
      await rows.enter(rollout.id, refused, 'REFUSED', now);
    };
    try {
      await forEach(some, async ({ deviceId }) => {
        const device = known.get(deviceId);
        if (!device) return;
        const given =
          ownOf(rollout, device) === rollout.packageId ? 'done' : await give(rollout, user, device, rollout.packageId);
        if (given === 'done') done.push({ deviceId });
        else if (given !== 'gone') refused.push({ deviceId, said: given.said });
      });
    } finally {
      await note();
    }
    return begun + done.length + refused.length;
  }

  /** Gives the next devices back what they had. @returns how many there were */
  async function rollBack(rollout: StoredRollout, user: SecurityUser): Promise<number> {
    const some = await rows.inPhase(rollout.id, 1, 3, BATCH);
    if (some.length === 0) {
      await store.move(rollout, { state: 'ROLLED_BACK', endedTime: Date.now() });
      return 0;
    }
    const known = await byId(user, some);
    const formers = some.flatMap(({ formerId }) => formerId ?? []);
    const living = await rows.packagesOf(rollout.tenantId, formers);
    const back: { deviceId: string; reason: RolloutDeviceReason | null }[] = [];
    const left: { deviceId: string; reason: RolloutDeviceReason }[] = [];
    const refused: { deviceId: string; said: string }[] = [];
    try {
      await forEach(some, async ({ deviceId, formerId }) => {
        const device = known.get(deviceId);
        if (!device) return;
        const what = returnOf(ownOf(rollout, device), rollout.packageId, formerId, living);
        if (what === 'another') left.push({ deviceId, reason: 'ANOTHER_PACKAGE' });
        else if (what === 'as it was') back.push({ deviceId, reason: null });
        else {
          const given = await give(rollout, user, device, what.packageId);
          if (given === 'done') back.push({ deviceId, reason: what.reason });
          else if (given !== 'gone') refused.push({ deviceId, said: given.said });
        }
      });
    } finally {
      const now = Date.now();
      await rows.enter(rollout.id, back, 'ROLLED_BACK', now);
      await rows.enter(rollout.id, left, 'SKIPPED', now);
      await rows.enter(rollout.id, refused, 'REFUSED', now);
    }
    return some.length;
  }

  /** Notes what some of the devices have said since they were looked at last. */
  async function look(rollout: StoredRollout): Promise<void> {
    const at = placesOf(rollout.id);
    for (const phase of [2, 3] as const) {
      const found = await rows.watch(rollout, phase, at[phase], LOOKED_AT[phase]);
      const last = found.at(-1);
      at[phase] = found.length < LOOKED_AT[phase] || !last ? START : { wave: last.wave, deviceId: last.deviceId };
      const silence = rollout.guard.silenceSeconds * 1000;
      const times = { silence, now: Date.now(), isUncertain: evenFor() < silence };
      const changes = found
        .map((device) => ({ device, after: nextProgress(device.before, device.signs, times) }))
        .filter(({ device, after }) => hasChanged(device.before, after));
      await rows.update(rollout.id, changes);
    }
  }

  /** Looks whether values of updated devices are among the bad ones. */
  async function checkValues(rollout: StoredRollout, user: SecurityUser): Promise<void> {
    const { badFilters: keyFilters } = rollout.guard;
    if (keyFilters.length === 0) return;
    const now = Date.now();
    const entityList = await rows.unchecked(rollout.id, now - CHECK_AGAIN, CHECKED);
    if (entityList.length === 0) return;
    const bad = await queries.findIds(user, {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList },
      keyFilters,
      entityFields: [],
      latestValues: [],
      pageLink: { pageSize: entityList.length, page: 0 },
    });
    await rows.checked(rollout.id, entityList, bad, now);
  }

  /** Does what follows from how the devices are doing. @returns whether that changed something */
  async function proceed(rollout: StoredRollout): Promise<boolean> {
    const { wave, soakTime, guard, state } = rollout;
    const tallies = (await store.tallies([rollout])).get(rollout.id) ?? [];
    const waves = tallies.map(
      (tally): WaveTally => ({ ...tally, apart: tally.accepted + tally.skipped + tally.rolledBack }),
    );
    const now = Date.now();
    const decision = decide({ waves, wave, soakTime, now }, guard);
    if (decision.do === 'trip') {
      const to = guard.onTrip === 'PAUSE' ? 'PAUSED' : 'ROLLING_BACK';
      return store.move(rollout, { state: to, reason: decision.reason, soakTime: null });
    }
    if (state === 'WAITING') return false;
    switch (decision.do) {
      case 'soak':
        return store.move(rollout, { soakTime: now });
      case 'unsoak':
        return store.move(rollout, { soakTime: null });
      case 'next wave':
        return store.move(rollout, { wave: wave + 1, soakTime: null });
      case 'ask':
        return store.move(rollout, { state: 'WAITING', soakTime: null });
      case 'complete':
        return store.move(rollout, { state: 'COMPLETED', soakTime: null, endedTime: now });
      default:
        return false;
    }
  }

  /** @returns whether there is more to do at once */
  return async function takeTurn(id: string): Promise<boolean> {
    const rollout = await store.read(id);
    if (!rollout || !ACTIVE_STATES.includes(rollout.state)) return false;
    const isReturning = rollout.state === 'ROLLING_BACK';
    const user = await findUser(rollout.userId);
    if (user?.tenantId !== rollout.tenantId || user.authority !== 'TENANT_ADMIN') {
      if (rollout.state === 'PAUSED') return false;
      const to = isReturning ? ({ state: 'STOPPED', endedTime: Date.now() } as const) : ({ state: 'PAUSED' } as const);
      return store.move(rollout, { ...to, reason: 'OWNER_GONE' });
    }
    if (isReturning) return (await rollBack(rollout, user)) > 0;
    if (rollout.packageId === null) {
      return store.move(rollout, { state: 'STOPPED', reason: 'PACKAGE_GONE', endedTime: Date.now() });
    }
    const assigned = rollout.state === 'RUNNING' ? await assign(rollout, user) : 0;
    await look(rollout);
    await checkValues(rollout, user);
    const isMoved = rollout.state !== 'PAUSED' && (await proceed(rollout));
    return assigned > 0 || isMoved;
  };
}
