import { createHash } from 'node:crypto';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { DashboardContent } from '@signalbox/contract/dashboard-version';
import { storedStateText } from '@signalbox/contract/stored-state';
import { conflict } from '../../http/errors.ts';
import type { Kept } from '../versions/version-kind.ts';

/** All that a save replaces: customers are assigned by other calls. */
export const contentOf = ({ title, image, mobileHide, mobileOrder, configuration }: Dashboard): DashboardContent => ({
  title,
  image,
  mobileHide,
  mobileOrder,
  configuration,
});

/** A dashboard as its versions keep it. */
export const toKept = (dashboard: Dashboard): Kept<DashboardContent> => ({
  id: dashboard.id.id,
  tenantId: dashboard.tenantId.id,
  name: dashboard.title,
  createdTime: dashboard.createdTime,
  content: contentOf(dashboard),
});

/**
 * A check that a dashboard is still in the state that a caller knows; without one nothing is compared.
 * @throws ApiError 409 / 31
 */
export const requireState =
  (basedOn: string | undefined) =>
  (stored: Dashboard): void => {
    if (basedOn === undefined) return;
    const state = createHash('sha256').update(storedStateText(stored)).digest('hex');
    if (basedOn !== state) throw conflict('The dashboard was changed meanwhile');
  };
