import { useTranslation } from 'react-i18next';
import type { AsideProps } from '../dashboard/dashboard-props.ts';
import { AsidePanel } from '../editing/aside-panel.tsx';
import { useDashboardEditing } from './editor-context.ts';
import { FromData } from './from-data/from-data.tsx';
import { importWidget } from './import-widget-dialog.tsx';
import { Library } from './library.tsx';
import { newWidget } from './model/new-widget.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { StatesPanel } from './states-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';
import { WidgetPanel } from './widget-panel.tsx';

/** What stands beside the widgets that are edited. */
export function EditorAside({ steps, onSteps }: AsideProps) {
  const { t } = useTranslation();
  const { panel, setPanel, edited, edits } = useDashboardEditing();
  const close = () => setPanel(undefined);
  if (!panel) return null;
  if ('library' in panel) {
    return (
      <AsidePanel title={t('dashboardEditor.addWidget')} onClose={close}>
        {panel.isFromData ? (
          <FromData
            onAdd={(widget) => edits.addNew(panel.library, widget)}
            onBack={() => setPanel({ library: panel.library })}
          />
        ) : (
          <Library
            onFromData={() => setPanel({ library: panel.library, isFromData: true })}
            onImport={() => importWidget(edits, panel.library)}
            onPick={(type) => {
              const name = t('dashboardEditor.newTitle', { type: type.name });
              edits.addNew(panel.library, newWidget(type, name));
            }}
          />
        )}
      </AsidePanel>
    );
  }
  const current = steps.at(-1)?.id ?? '';
  if ('states' in panel) {
    return (
      <AsidePanel title={t('dashboardEditor.statesTitle')} onClose={close}>
        <StatesPanel current={current} onGo={(id) => onSteps([{ id, params: {} }])} />
      </AsidePanel>
    );
  }
  if ('settings' in panel) {
    return (
      <AsidePanel title={t('dashboardEditor.settingsTitle')} onClose={close}>
        <SettingsPanel key={current} state={current} />
      </AsidePanel>
    );
  }
  if ('versions' in panel) {
    return (
      <AsidePanel title={t('dashboardEditor.versions.title')} onClose={close}>
        <VersionsPanel />
      </AsidePanel>
    );
  }
  if (!('widget' in panel)) return null;
  const widget = edited.content.configuration.widgets[panel.widget];
  if (!widget) return null;
  return (
    <AsidePanel
      title={edits.titleOf(widget.id)}
      subtitle={`${widget.bundleAlias} / ${widget.typeAlias}`}
      onClose={close}
    >
      <WidgetPanel key={widget.id} widget={widget} place={panel.place} />
    </AsidePanel>
  );
}
