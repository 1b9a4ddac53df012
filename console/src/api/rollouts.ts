import type { PageData } from '@signalbox/contract/page';
import {
  type Rollout,
  type RolloutAction,
  type RolloutDevice,
  type RolloutInput,
  type RolloutPreview,
  type RolloutStep,
  rolloutRoutes as routes,
} from '@signalbox/contract/rollout';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;
const shown = { ignoreErrors: true } as const;

/** A roll-out as lists and details have their rows. */
export type RolloutRow = Omit<Rollout, 'id'> & { id: { id: string } };

const toRow = (rollout: Rollout): RolloutRow => ({ ...rollout, id: { id: rollout.id } });

export async function getRollouts(query: ListQuery): Promise<PageData<RolloutRow>> {
  const page = await call(routes.getRollouts, { query: { ...query } }, quiet);
  return { ...page, data: page.data.map(toRow) };
}

export async function getRollout(rolloutId: string): Promise<RolloutRow> {
  return toRow(await call(routes.getRollout, { params: { rolloutId } }, quiet));
}

/** How many devices each wave would have. */
export function previewRollout(body: RolloutInput): Promise<RolloutPreview> {
  return call(routes.previewRollout, { body }, quiet);
}

export async function createRollout(body: RolloutInput): Promise<RolloutRow> {
  return toRow(await call(routes.createRollout, { body }, shown));
}

export async function changeRollout(rolloutId: string, action: RolloutAction): Promise<RolloutRow> {
  return toRow(await call(routes.changeRollout, { params: { rolloutId, action } }, shown));
}

export function deleteRollout(rolloutId: string): Promise<undefined> {
  return call(routes.deleteRollout, { params: { rolloutId } }, shown);
}

/** A page of the devices of a roll-out. */
export function getRolloutDevices(
  rolloutId: string,
  query: ListQuery & { wave?: number; step?: RolloutStep },
): Promise<PageData<RolloutDevice>> {
  return call(routes.getRolloutDevices, { params: { rolloutId }, query: { ...query } }, quiet);
}
