import * as z from 'zod/mini';
import { keyFilterSchema } from './entity-query.ts';
import { uuidSchema } from './id.ts';
import { OTA_PACKAGE_TYPES } from './ota-package.ts';
import { pageOf, pageQuery, queryIntegerOrNone } from './page.ts';
import { route } from './route.ts';
import { nullableText } from './text.ts';

/**
 * How a roll-out stands. WAITING: for a person to approve the next wave. COMPLETED, STOPPED and ROLLED_BACK are final,
 * but what was completed or stopped can still be rolled back.
 */
export const ROLLOUT_STATES = [
  'DRAFT',
  'RUNNING',
  'PAUSED',
  'WAITING',
  'COMPLETED',
  'STOPPED',
  'ROLLING_BACK',
  'ROLLED_BACK',
] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** How far a device of a roll-out is. */
export const ROLLOUT_STEPS = [
  /** For its wave, or for its turn in it. */
  'WAITING',
  /** Being given the package. */
  'ASSIGNING',
  /** What the device and the update queue say, by the telemetry of the device. */
  'QUEUED',
  'INITIATED',
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
  'UPDATED',
  'FAILED',
  /** It has said nothing new for as long as the guard allows. */
  'SILENT',
  /** Updated, but its values are among those that the guard takes for a failure. */
  'BAD_VALUES',
  /** It could not be given the package. */
  'REFUSED',
  'ROLLED_BACK',
  /** No longer a part of the roll-out, since somebody gave it something else. */
  'SKIPPED',
] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];

/** Steps that count as a failure. */
export const FAILED_STEPS = ['FAILED', 'SILENT', 'BAD_VALUES', 'REFUSED'] as const satisfies readonly RolloutStep[];

/** Why a roll-out is in its state, when nobody decided it. */
export const ROLLOUT_REASONS = ['TOO_MANY_FAILED', 'TOO_FEW_SUCCEEDED', 'PACKAGE_GONE', 'OWNER_GONE'] as const;
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

/** Why the step of a device is what it is. */
export const ROLLOUT_DEVICE_REASONS = ['ANOTHER_PACKAGE', 'ANOTHER_PROFILE', 'FORMER_GONE'] as const;
export type RolloutDeviceReason = (typeof ROLLOUT_DEVICE_REASONS)[number];

/** What a person does with a roll-out. RETRY: the devices that failed are told of the package once more, and no others. */
export const ROLLOUT_ACTIONS = ['START', 'PAUSE', 'RESUME', 'APPROVE', 'RETRY', 'STOP', 'ROLL_BACK'] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

/** In which states of a roll-out a person can do something. */
export const STATES_OF_ACTION: Readonly<Record<RolloutAction, readonly RolloutState[]>> = {
  START: ['DRAFT'],
  PAUSE: ['RUNNING', 'WAITING'],
  RESUME: ['PAUSED'],
  APPROVE: ['WAITING'],
  RETRY: ['RUNNING', 'PAUSED', 'WAITING', 'COMPLETED'],
  STOP: ['RUNNING', 'PAUSED', 'WAITING'],
  ROLL_BACK: ['RUNNING', 'PAUSED', 'WAITING', 'COMPLETED', 'STOPPED'],
};
/** In which states a roll-out can be deleted. */
export const DELETABLE_STATES: readonly RolloutState[] = ['DRAFT', 'COMPLETED', 'STOPPED', 'ROLLED_BACK'];
/** In which states a roll-out holds its profile: no other one of the same profile and type can be started. */
export const ACTIVE_STATES: readonly RolloutState[] = ['RUNNING', 'PAUSED', 'WAITING', 'ROLLING_BACK'];

/** Devices that a roll-out, or a wave, is given by their ids. */
export const MAX_ROLLOUT_IDS = 10_000;
/** Devices of a roll-out. */
export const MAX_ROLLOUT_DEVICES = 100_000;
export const MAX_ROLLOUT_WAVES = 10;
/** Roll-outs of a tenant. */
export const MAX_ROLLOUTS = 100;
/** Key filters of a guard. */
export const MAX_BAD_FILTERS = 10;
/** Longest silence and longest soak. */
const MAX_SECONDS = 30 * 86_400;
const DAY_SECONDS = 86_400;

const deviceIds = z
  .array(uuidSchema)
  .check(
    z.minLength(1, { error: 'must not be empty' }),
    z.maxLength(MAX_ROLLOUT_IDS, { error: `must not hold more than ${MAX_ROLLOUT_IDS} ids` }),
  );
const percent = z.number().check(z.gte(0, { error: 'must be 0 to 100' }), z.lte(100, { error: 'must be 0 to 100' }));

/** One wave: a share or a list. */
export const rolloutWaveSchema = z
  .object({
    /** Percent of all devices that are reached with this wave, those of the waves before it included. */
    share: z.optional(z.nullable(percent.check(z.gt(0, { error: 'must be more than 0' })))),
    deviceIds: z.optional(z.nullable(deviceIds)),
  })
  .check(
    z.refine((wave) => (wave.share == null) !== (wave.deviceIds == null), {
      error: 'must have either share or deviceIds',
    }),
  );
export type RolloutWaveInput = z.infer<typeof rolloutWaveSchema>;

const seconds = (min: number) =>
  z
    .int()
    .check(
      z.gte(min, { error: `must be ${min} to ${MAX_SECONDS}` }),
      z.lte(MAX_SECONDS, { error: `must be ${min} to ${MAX_SECONDS}` }),
    );

/** When a roll-out goes on, and what happens when it must not. */
export const rolloutGuardSchema = z.object({
  /** Percent of the devices of a wave that may fail; null: any. */
  maxFailedShare: z._default(z.nullable(percent), 10),
  /** Devices of all waves together that may fail; null: any number. */
  maxFailed: z._default(z.nullable(z.int().check(z.gte(0, { error: 'must not be negative' }))), null),
  /** Percent of the devices of a wave that must be updated before the next one begins. */
  minSucceededShare: z._default(percent, 90),
  /** A device that was told of its update and says nothing new for so long has failed. */
  silenceSeconds: z._default(seconds(1), DAY_SECONDS),
  /** How long a wave that succeeded is watched before the next one begins. */
  soakSeconds: z._default(seconds(0), 0),
  /** An updated device to which all of these apply has failed. Empty: values are not looked at. */
  badFilters: z._default(
    z
      .array(keyFilterSchema)
      .check(z.maxLength(MAX_BAD_FILTERS, { error: `must not hold more than ${MAX_BAD_FILTERS} filters` })),
    [],
  ),
  /** What happens when too many fail. */
  onTrip: z._default(z.enum(['PAUSE', 'ROLL_BACK']), 'PAUSE'),
  /** Whether a person approves each further wave. */
  approval: z._default(z.boolean(), false),
});
export type RolloutGuard = z.infer<typeof rolloutGuardSchema>;

/** Body of POST /api/rollouts. */
export const rolloutInputSchema = z.object({
  /** Null or absent: title and version of the package. */
  name: nullableText(),
  packageId: uuidSchema,
  /** Null or absent: all devices of the profile of the package. */
  deviceIds: z.optional(z.nullable(deviceIds)),
  waves: z.array(rolloutWaveSchema).check(
    z.minLength(1, { error: 'must hold a wave' }),
    z.maxLength(MAX_ROLLOUT_WAVES, { error: `must not hold more than ${MAX_ROLLOUT_WAVES} waves` }),
    z.refine(
      (waves) => {
        const shares = waves.flatMap(({ share }) => share ?? []);
        return shares.every((share, at) => at === 0 || share > (shares[at - 1] as number));
      },
      { error: 'must have shares that rise' },
    ),
  ),
  guard: z._default(rolloutGuardSchema, rolloutGuardSchema.parse({})),
});
export type RolloutInput = z.infer<typeof rolloutInputSchema>;

/** How many devices each wave would have. */
export const rolloutPreviewSchema = z.object({
  /** Devices of each wave. */
  waves: z.array(z.number()),
  /** Devices of the profile, or of the list, that no wave reaches. */
  leftOut: z.number(),
});
export type RolloutPreview = z.infer<typeof rolloutPreviewSchema>;

/** A wave and how many of its devices are at which step. */
export const rolloutWaveStateSchema = z.object({
  /** null: it was given a list. */
  share: z.nullable(z.number()),
  total: z.number(),
  waiting: z.number(),
  underWay: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Failed, but the roll-out went on by a person's decision: they count no more. */
  accepted: z.number(),
  skipped: z.number(),
  rolledBack: z.number(),
});
export type RolloutWave = z.infer<typeof rolloutWaveStateSchema>;

/** Times in epoch ms. */
export const rolloutSchema = z.object({
  id: uuidSchema,
  createdTime: z.number(),
  startedTime: z.nullable(z.number()),
  endedTime: z.nullable(z.number()),
  name: z.string(),
  type: z.enum(OTA_PACKAGE_TYPES),
  /** null: it is gone. */
  packageId: z.nullable(uuidSchema),
  packageTitle: z.string(),
  packageVersion: z.string(),
  deviceProfileId: uuidSchema,
  deviceProfileName: z.nullable(z.string()),
  state: z.enum(ROLLOUT_STATES),
  reason: z.nullable(z.enum(ROLLOUT_REASONS)),
  /** Number of the wave that is under way, from 0; -1 before the start. */
  wave: z.number(),
  /** Until when the wave, which has succeeded, is watched; null: it is not. */
  soakUntil: z.nullable(z.number()),
  waves: z.array(rolloutWaveStateSchema),
  guard: rolloutGuardSchema,
});
export type Rollout = z.infer<typeof rolloutSchema>;

/** A device of a roll-out. Times in epoch ms. */
export const rolloutDeviceSchema = z.object({
  deviceId: uuidSchema,
  name: z.string(),
  /** From 0. */
  wave: z.number(),
  step: z.enum(ROLLOUT_STEPS),
  /** When it entered the step; null: before the start. */
  since: z.nullable(z.number()),
  /** The last state that it reported itself. */
  reported: z.nullable(z.string()),
  /** What it said about that (`fw_error`), or why it was refused. */
  said: z.nullable(z.string()),
  reason: z.nullable(z.enum(ROLLOUT_DEVICE_REASONS)),
  /** It failed, and the roll-out went on by a person's decision. */
  accepted: z.boolean(),
});
export type RolloutDevice = z.infer<typeof rolloutDeviceSchema>;

const tag = 'rollout';
const access = ['TENANT_ADMIN'] as const;
const params = { rolloutId: uuidSchema };
/** Bytes of a body: waves may have long lists. */
const bodyLimit = 8 * 1024 * 1024;

/** Not in 3.3.2. Firmware and software that go to devices in waves, guarded by what the devices report. */
export const rolloutRoutes = {
  previewRollout: route({
    method: 'POST',
    path: '/api/rollouts/preview',
    tag,
    summary: 'Count the devices of each wave of a roll-out that is not created',
    waits: true,
    access,
    body: rolloutInputSchema,
    reply: rolloutPreviewSchema,
    bodyLimit,
  }),
  createRollout: route({
    method: 'POST',
    path: '/api/rollouts',
    tag,
    summary: 'Create a roll-out of an OTA package in waves; it begins when it is started',
    waits: true,
    access,
    body: rolloutInputSchema,
    reply: rolloutSchema,
    bodyLimit,
  }),
  getRollouts: route({
    method: 'GET',
    path: '/api/rollouts',
    tag,
    summary: 'List the roll-outs of the tenant',
    access,
    query: pageQuery,
    reply: pageOf(rolloutSchema),
  }),
  getRollout: route({
    method: 'GET',
    path: '/api/rollouts/:rolloutId',
    tag,
    summary: 'Read a roll-out and how far its waves are',
    access,
    params,
    reply: rolloutSchema,
  }),
  getRolloutDevices: route({
    method: 'GET',
    path: '/api/rollouts/:rolloutId/devices',
    tag,
    summary: 'List the devices of a roll-out with their steps',
    access,
    params,
    query: { ...pageQuery, wave: queryIntegerOrNone, step: z.optional(z.enum(ROLLOUT_STEPS)) },
    reply: pageOf(rolloutDeviceSchema),
  }),
  changeRollout: route({
    method: 'POST',
    path: '/api/rollouts/:rolloutId/:action',
    tag,
    summary: 'Start, pause, resume, approve, stop or roll back a roll-out, or retry the devices that failed',
    access,
    params: { ...params, action: z.enum(ROLLOUT_ACTIONS) },
    reply: rolloutSchema,
  }),
  deleteRollout: route({
    method: 'DELETE',
    path: '/api/rollouts/:rolloutId',
    tag,
    summary: 'Delete a roll-out that is a draft or has ended; devices keep what they have',
    access,
    params,
    reply: 'empty',
  }),
};
