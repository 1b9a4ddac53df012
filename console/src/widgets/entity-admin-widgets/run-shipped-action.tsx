import './texts/texts.ts';
import type { ShippedAction } from '@signalbox/contract/shipped-action';
import i18next from 'i18next';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { DataEntity } from '../model.ts';
import { AddEntityDialog, EditEntityDialog } from './admin-dialog.tsx';
import { ADMIN_CALLS, type AdminType } from './admin-forms.ts';

/**
 * Does what a shipped action does, in a dialog of this console. Rejects with what was refused.
 * @param entity that of the row
 * @param changed something was added, changed or deleted
 */
export async function runShippedAction(
  action: ShippedAction,
  entity: DataEntity | null,
  changed: () => void,
): Promise<void> {
  const [work, type] = action.split('_') as ['ADD' | 'EDIT' | 'DELETE', AdminType];
  const done = (text: 'added' | 'saved' | 'deleted', name: string) => {
    notifySuccess(i18next.t(`entityAdmin.${text}`, { name }));
    changed();
  };
  if (work === 'ADD') {
    const name = await openDialog<string>((close) => <AddEntityDialog type={type} close={close} />);
    if (name !== undefined) done('added', name);
    return;
  }
  if (entity?.entityType !== type) return;
  if (work === 'EDIT') {
    const name = await openDialog<string>((close) => <EditEntityDialog type={type} id={entity.id} close={close} />);
    if (name !== undefined) done('saved', name);
    return;
  }
  const isSure = await ask({
    title: i18next.t('entityAdmin.deleteTitle', { name: entity.name }),
    content: i18next.t(`entityAdmin.${type}.deleteText`),
    confirmLabel: i18next.t('action.delete'),
    cancelLabel: i18next.t('action.cancel'),
    destructive: true,
  });
  if (!isSure) return;
  await ADMIN_CALLS[type].remove(entity.id);
  done('deleted', entity.name);
}
