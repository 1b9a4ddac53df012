import { entityId, isUuid } from '@signalbox/contract/id';
import type { AdditionalInfo } from '@signalbox/contract/text';
import type { EntityDirectory } from '../access/entity-directory.ts';

/** Keys of `additionalInfo` that point to a dashboard. */
const DASHBOARD_KEYS = ['defaultDashboardId', 'homeDashboardId'];

/** `additionalInfo` without references to dashboards that are gone, or that never were the tenant's. */
export async function withoutLostDashboards(
  info: AdditionalInfo,
  tenantId: string,
  directory: EntityDirectory,
): Promise<AdditionalInfo> {
  if (info === null || !DASHBOARD_KEYS.some((key) => info[key])) return info;
  const kept = { ...info };
  for (const key of DASHBOARD_KEYS) {
    const id = kept[key];
    const isId = typeof id === 'string' && isUuid(id);
    const found = isId ? await directory.find(entityId('DASHBOARD', id.toLowerCase())) : undefined;
    if (id && found?.tenantId !== tenantId) delete kept[key];
  }
  return kept;
}
