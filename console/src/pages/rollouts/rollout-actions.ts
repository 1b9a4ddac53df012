import './texts/texts.ts';
import { DELETABLE_STATES, type RolloutAction, STATES_OF_ACTION } from '@signalbox/contract/rollout';
import type { TFunction } from 'i18next';
import { changeRollout, deleteRollout, type RolloutRow } from '../../api/rollouts.ts';
import { ask } from '../../app/dialogs.ts';
import type { IconName } from '../../controls/icon.tsx';
import { deleteAction } from '../../entity-page/delete-action.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { formatNumber } from '../../i18n/format.ts';
import { failedCount, givenCount, nextCount, retriedCount } from './rollout-words.ts';

const ICONS: Readonly<Record<RolloutAction, IconName>> = {
  START: 'play',
  PAUSE: 'pause',
  RESUME: 'play',
  APPROVE: 'check',
  RETRY: 'refresh',
  STOP: 'close',
  ROLL_BACK: 'undo',
};
/** How many devices an action is about. */
const COUNTS: Readonly<Record<RolloutAction, (row: RolloutRow) => number>> = {
  START: nextCount,
  PAUSE: ({ waves }) => waves.reduce((sum, { waiting }) => sum + waiting, 0),
  RESUME: ({ waves }) => failedCount(waves),
  APPROVE: nextCount,
  RETRY: retriedCount,
  STOP: ({ waves }) => waves.reduce((sum, { waiting }) => sum + waiting, 0),
  ROLL_BACK: ({ waves }) => givenCount(waves),
};
const ORDER = ['START', 'APPROVE', 'RESUME', 'RETRY', 'PAUSE', 'STOP', 'ROLL_BACK'] as const;
const PRIMARY: readonly RolloutAction[] = ['START', 'APPROVE', 'RESUME'];

/** What can be done with roll-outs: each says first to how many devices it does what. */
export function rolloutActions(
  t: TFunction,
  changed: () => void,
  leaving: (row: RolloutRow) => void,
): EntityAction<RolloutRow>[] {
  const { prepareBulk: _none, ...deletion } = deleteAction<RolloutRow>({
    nameOf: ({ name }) => name,
    things: 'rollout',
    isFor: ({ state }) => DELETABLE_STATES.includes(state),
    remove: ({ id }) => deleteRollout(id.id),
    consequences: async () => [t('rollouts.deleteText')],
    changed,
    leaving,
  });
  const actions = ORDER.map((action): EntityAction<RolloutRow> => {
    const destructive = action === 'STOP' || action === 'ROLL_BACK';
    return {
      id: action.toLowerCase(),
      label: t(`rollouts.actions.${action}`),
      icon: ICONS[action],
      destructive,
      primary: PRIMARY.includes(action),
      isFor: (row) => STATES_OF_ACTION[action].includes(row.state) && (action !== 'RETRY' || retriedCount(row) > 0),
      async run(row) {
        const count = COUNTS[action](row);
        const isSure = await ask({
          title: t(`rollouts.ask.${action}`, { name: row.name }),
          content: t(`rollouts.does.${action}`, { count, formatted: formatNumber(count) }),
          confirmLabel: t(`rollouts.actions.${action}`),
          cancelLabel: t('action.cancel'),
          destructive,
        });
        if (!isSure) return;
        await changeRollout(row.id.id, action);
        changed();
      },
    };
  });
  return [...actions, deletion];
}
