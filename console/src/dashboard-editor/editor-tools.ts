import type { TFunction } from 'i18next';
import type { IconName } from '../controls/icon.tsx';
import type { Tool } from '../editing/tool-groups.tsx';
import type { DashboardEditing } from './editor-context.ts';
import type { EditorPanel } from './editor-types.ts';

/** What the toolbar offers for the dashboard as a whole, in groups. */
export function editorTools(t: TFunction, editing: DashboardEditing): Tool[][] {
  const { panel, setPanel } = editing;
  /** Opens a panel, and closes it when it is open. */
  const opens = (id: string, label: string, icon: IconName, to: EditorPanel): Tool => {
    const isOn = panel !== undefined && Object.keys(to).every((name) => name in panel);
    return { id, label, icon, isOn, run: () => setPanel(isOn ? undefined : to) };
  };
  return [
    [
      opens('states', t('dashboardEditor.statesTitle'), 'columns', { states: true }),
      { id: 'aliases', label: t('dashboardEditor.aliases'), icon: 'devices', run: editing.openAliases },
      { id: 'filters', label: t('dashboardEditor.filters'), icon: 'filter', run: editing.openFilters },
      opens('settings', t('dashboardEditor.settingsTitle'), 'settings', { settings: true }),
      opens('versions', t('dashboardEditor.versions.title'), 'clock', { versions: true }),
    ],
  ];
}
