import type { EntityId } from '@signalbox/contract/id';
import type { ReportRefusal } from '../events/refusal-events.ts';
import { KeyLimitError, type KeyLimits } from '../telemetry/key-limits.ts';

type Admission = Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;

/**
 * Key limits that tell the tenant what a rule chain was refused to store of a device: the device itself was told that its
 * values had arrived.
 */
export function reportKeyLimits(keyLimits: Admission, report: ReportRefusal): Admission {
  function reported(
    tenantId: string,
    entityId: EntityId,
    what: string,
    admit: () => Promise<void> | undefined,
  ): Promise<void> | undefined {
    const refused = (error: unknown): never => {
      if (error instanceof KeyLimitError && entityId.entityType === 'DEVICE') report(tenantId, entityId, what, error);
      throw error;
    };
    try {
      return admit()?.catch(refused);
    } catch (error) {
      return refused(error);
    }
  }

  return {
    admitSeries: (tenantId, entityId, points) =>
      reported(tenantId, entityId, 'Save Timeseries', () => keyLimits.admitSeries(tenantId, entityId, points)),
    admitAttributes: (tenantId, entityId, scope, entries) =>
      reported(tenantId, entityId, 'Save Attributes', () =>
        keyLimits.admitAttributes(tenantId, entityId, scope, entries),
      ),
  };
}
