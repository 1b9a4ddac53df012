import { entityId, isUuid } from '@signalbox/contract/id';
import type { AdditionalInfo } from '@signalbox/contract/text';
import type { EntityDirectory } from './entity-directory.ts';

/** Keys of `additionalInfo` that point to a dashboard. */
const DASHBOARD_KEYS = ['defaultDashboardId', 'homeDashboardId'];

/** `additionalInfo` without references to dashboards that are gone. */
export async function withoutLostDashboards(info: AdditionalInfo, directory: EntityDirectory): Promise<AdditionalInfo> {
  if (info === null || !DASHBOARD_KEYS.some((key) => info[key])) return info;
  const kept = { ...info };
  for (const key of DASHBOARD_KEYS) {
    const id = kept[key];
    const isThere = typeof id === 'string' && isUuid(id) && (await directory.find(entityId('DASHBOARD', id)));
    if (id && !isThere) delete kept[key];
  }
  return kept;
}
