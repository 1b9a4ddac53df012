import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import { createElement } from 'react';
import { ENTITY_KINDS } from '../api/entity-kinds.ts';
import { openDialog } from '../app/dialogs.ts';
import { useSession } from '../app/session.ts';
import { labelOf } from '../controls/entity-choices.ts';
import { attempt } from '../entity-page/entity-action.ts';
import type { ShownValues } from './shown-values.ts';

/** Opens a dialog with values of an entity on widgets; undefined where there are none for this user. */
export function useShowValues(entityType: ShownValues['entity']['entityType']) {
  const { authority } = useSession();
  // System administrators have no dashboards, and make no queries.
  const isFor = authority !== 'SYS_ADMIN' && ENTITY_TRAITS[entityType].isQueried && entityType in ENTITY_KINDS;
  if (!isFor) return undefined;
  return (shown: ShownValues) =>
    attempt(async () => {
      const [name, { ShowValuesDialog }] = await Promise.all([
        labelOf(entityType as keyof typeof ENTITY_KINDS)(shown.entity.id),
        import('./show-values-dialog.tsx'),
      ]);
      await openDialog((close) => createElement(ShowValuesDialog, { shown, name, onClose: () => close() }));
    });
}
