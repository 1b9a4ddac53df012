import { type NowKeys, nowKeysSchema } from '@signalbox/contract/now-keys';
import * as z from 'zod/mini';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import { entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { DeviceProfileService } from './device-profile-service.ts';
import type { DeviceProfileStore } from './device-profile-store.ts';

/** Maximum number of profiles whose keys are read at once. */
const MAX_PROFILES = 1000;

/** The telemetry keys that profiles name for lists of their devices. */
export function createNowKeysService(parts: {
  store: DeviceProfileStore;
  profiles: DeviceProfileService;
  actionLog: ActionLog;
}) {
  const { store, profiles, actionLog } = parts;
  return {
    /** Of the newest 1,000 profiles of the tenant that name some; for everybody who sees its devices. */
    async list(user: SecurityUser): Promise<(NowKeys & { deviceProfileId: string })[]> {
      const rows = await store.nowKeys(user.tenantId, MAX_PROFILES);
      return rows.flatMap(({ id, keys }) => {
        const parsed = z.safeParse(nowKeysSchema, { keys });
        return parsed.success ? [{ deviceProfileId: id, keys: parsed.data.keys }] : [];
      });
    },

    async save(user: SecurityUser, profileId: string, input: NowKeys): Promise<NowKeys> {
      const profile = await profiles.require(user, profileId, 'WRITE');
      const keys = input.keys.filter(({ key }, at, all) => all.findIndex((other) => other.key === key) === at);
      const action = {
        user,
        type: 'UPDATED',
        entityId: profile.id,
        entityName: profile.name,
        data: { entity: profile, nowKeys: keys },
      } as const;
      await recordFailure(actionLog, action, async () => {
        if (!(await store.setNowKeys(user.tenantId, profileId, keys)))
          throw entityNotFound('Device profile', profileId);
      });
      await actionLog.record(action);
      return { keys };
    },
  };
}

export type NowKeysService = ReturnType<typeof createNowKeysService>;
