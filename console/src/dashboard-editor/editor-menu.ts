import type { TFunction } from 'i18next';
import { jsonFileName, saveFile } from '../controls/save-file.ts';
import type { OfferedAction } from '../entity-page/entity-action.ts';
import { copiedItems, copiedReference } from './clipboard.ts';
import type { DashboardEditing } from './editor-context.ts';
import type { EditorMenu, WidgetSelection } from './editor-types.ts';
import type { DashboardEdits } from './use-dashboard-edits.ts';

/** Saves a widget with what it needs as a file of the person. */
function downloadWidget(title: string, item: object): void {
  const text = `${JSON.stringify(item, null, 2)}\n`;
  saveFile(jsonFileName(title, 'widget'), new Blob([text], { type: 'application/json' }));
}

/** What can be done with a widget, or at a place of a layout. */
export function menuActions(
  t: TFunction,
  { place, widget, cell }: EditorMenu,
  selection: WidgetSelection | undefined,
  edits: DashboardEdits,
  { setPanel, openAliases }: Pick<DashboardEditing, 'setPanel' | 'openAliases'>,
): OfferedAction[] {
  if (widget === undefined) {
    return [
      {
        id: 'add',
        label: t('dashboardEditor.addWidget'),
        icon: 'add',
        run: () => setPanel({ library: place }),
      },
      ...(copiedItems().length > 0
        ? [
            {
              id: 'paste',
              label: t('dashboardEditor.menu.paste'),
              icon: 'paste' as const,
              run: () => edits.paste(place, cell),
            },
          ]
        : []),
      ...(copiedReference()
        ? [
            {
              id: 'pasteReference',
              label: t('dashboardEditor.menu.pasteReference'),
              icon: 'link' as const,
              run: () => edits.pasteReference(place, cell),
            },
          ]
        : []),
      { id: 'aliases', label: t('dashboardEditor.aliases'), icon: 'devices', run: openAliases },
      {
        id: 'settings',
        label: t('dashboardEditor.settingsTitle'),
        icon: 'settings',
        run: () => setPanel({ settings: true }),
      },
    ];
  }
  // The menu of a selected widget is of all that are selected.
  const ids = selection?.ids.has(widget) ? selection.ids : new Set([widget]);
  const one: OfferedAction[] = [
    {
      id: 'edit',
      label: t('dashboardEditor.menu.edit'),
      icon: 'edit',
      run: () => setPanel({ widget, place }),
    },
  ];
  const alone: OfferedAction[] = [
    {
      id: 'copyReference',
      label: t('dashboardEditor.menu.copyReference'),
      icon: 'link',
      run: () => edits.copyReference(place, widget),
    },
    {
      id: 'export',
      label: t('dashboardEditor.menu.export'),
      icon: 'download',
      run: () => {
        const item = edits.exportItem(place, widget);
        if (item) downloadWidget(edits.titleOf(widget), item);
      },
    },
  ];
  return [
    ...(ids.size === 1 ? one : []),
    { id: 'copy', label: t('dashboardEditor.menu.copy'), icon: 'copy', run: () => void edits.copy(place, ids) },
    {
      id: 'duplicate',
      label: t('dashboardEditor.menu.duplicate'),
      icon: 'add',
      run: () => edits.duplicate(place, ids),
    },
    ...(ids.size === 1 ? alone : []),
    {
      id: 'remove',
      label: t('dashboardEditor.menu.remove', { count: ids.size }),
      icon: 'delete',
      destructive: true,
      run: () => edits.remove(place, ids),
    },
  ];
}
