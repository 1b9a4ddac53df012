import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import type { AsideProps } from '../dashboard/dashboard-props.ts';
import { AsidePanel } from '../editing/aside-panel.tsx';
import { useDashboardEditing } from './editor-context.ts';
import { FromData } from './from-data/from-data.tsx';
import { importWidget } from './import-widget-dialog.tsx';
import { Library } from './library.tsx';
import { layoutCount } from './model/edited-dashboard.ts';
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
        {layoutCount(edited.content.configuration.states[panel.library.state]) > 1 && (
          <LayoutChoice place={panel.library} onChange={(library) => setPanel({ ...panel, library })} />
        )}
        {panel.isFromData ? (
          <FromData
            onAdd={(widget) => edits.addNew(panel.library, widget)}
            onBack={() => setPanel({ library: panel.library })}
          />
        ) : (
          <Library
            onFromData={() => setPanel({ library: panel.library, isFromData: true })}
            onImport={() => importWidget(edits, panel.library)}
            onLeave={close}
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
      subtitle={[widget.bundleAlias, widget.typeAlias].filter(Boolean).join(' / ')}
      onClose={close}
    >
      <WidgetPanel key={widget.id} widget={widget} place={panel.place} />
    </AsidePanel>
  );
}

/** Which of the two layouts of a state a new widget goes into. On phones it is the one that is shown. */
function LayoutChoice({ place, onChange }: { place: LayoutPlace; onChange: (place: LayoutPlace) => void }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: { xs: 'none', md: 'block' }, px: 4, pb: 3 }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={place.layout}
        aria-label={t('dashboardEditor.layout.choice')}
        onChange={(_, layout: LayoutPlace['layout'] | null) => {
          if (layout) onChange({ ...place, layout });
        }}
      >
        <ToggleButton value="main">{t('dashboardEditor.layout.main')}</ToggleButton>
        <ToggleButton value="right">{t('dashboardEditor.layout.right')}</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  );
}
