import './texts/texts.ts';
import type { EdgeMemberType } from '@signalbox/contract/edge';
import i18next from 'i18next';
import { type EdgeMemberRow, edgeMembers, edges } from '../../api/edges.ts';
import { nameOfEntity } from '../../api/entity-kinds.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { ChoicePage } from '../../controls/choice.ts';
import { attempt, type EntityAction } from '../../entity-page/entity-action.ts';
import type { ListAction } from '../../entity-page/list-header.tsx';
import { countThings, type Things } from '../../entity-page/things.ts';

/** What of one kind is on an edge. */
export interface EdgePlace {
  type: EdgeMemberType & Uppercase<Things>;
  things: Things;
  edgeId: string;
}

/** The query of the edge whose page it is. */
export function edgeQuery(edgeId: string) {
  return { queryKey: ['edge', edgeId], queryFn: () => edges.read(edgeId) };
}

/** Takes entities from an edge, one or several. @param isFor rows that can be taken; all when absent */
export function takeAction<Row extends EdgeMemberRow>(
  { type, things, edgeId }: EdgePlace,
  changed: () => void,
  isFor?: (row: Row) => boolean,
): EntityAction<Row> {
  const { t } = i18next;
  return {
    id: 'take',
    label: t('edge.take'),
    icon: 'unassign',
    ...(isFor && { isFor }),
    async run(row) {
      const name = nameOfEntity(row);
      const sure = await ask({
        title: t('edge.takeTitle', { name }),
        content: t('edge.takeText'),
        confirmLabel: t('edge.take'),
        cancelLabel: t('action.cancel'),
      });
      if (!sure) return;
      await edgeMembers(type).take(edgeId, row.id.id);
      notifySuccess(t('edge.taken', { name }));
      changed();
    },
    async prepareBulk(_rows, count) {
      const sure = await ask({
        title: t('edge.takeManyTitle', { things: countThings(things, count) }),
        content: t('edge.takeManyText'),
        confirmLabel: t('edge.take'),
        cancelLabel: t('action.cancel'),
      });
      return sure ? { action: 'UNASSIGN_FROM_EDGE', targetId: edgeId } : undefined;
    },
  };
}

/**
 * Puts entities on an edge.
 * @param label of the field in which they are chosen
 * @param load finds what can be chosen
 */
export function putAction(
  { type, things, edgeId }: EdgePlace,
  label: string,
  load: (search: string, page: number) => Promise<ChoicePage>,
): ListAction {
  const { t } = i18next;
  return {
    id: 'put',
    label: t('edge.put'),
    shortLabel: t('edge.putShort'),
    icon: 'assign',
    run: () =>
      attempt(async () => {
        const [{ name }, { chooseAndDo }] = await Promise.all([
          edges.read(edgeId),
          import('../../entity-page/choose-many-dialog.tsx'),
        ]);
        await chooseAndDo({
          title: t('edge.putTitle', { name }),
          label,
          kind: `${things} for the edge ${edgeId}`,
          confirmLabel: t('edge.putShort'),
          load,
          work: { entityType: type, action: 'ASSIGN_TO_EDGE', targetId: edgeId },
        });
      }),
  };
}
