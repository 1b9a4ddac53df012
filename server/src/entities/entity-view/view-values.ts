import type { EntityView } from '@signalbox/contract/entity-view';
import type { UnitOfWork } from '../../storage/transaction.ts';

/** The values of views, which a room above keeps. */
export interface ViewValues {
  /**
   * Copies what `view` shows of its target as part of `unit`: attributes of the listed keys that were last updated in the
   * window, and the newest point in the window of each key of telemetry.
   * @param before the view as it was, whose copies go first; undefined for a new one
   */
  copy(unit: UnitOfWork, view: EntityView, before: EntityView | undefined): Promise<void>;
}
