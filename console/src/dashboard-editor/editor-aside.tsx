import { useTranslation } from 'react-i18next';
import { AsidePanel } from './aside-panel.tsx';
import { useDashboardEditing } from './editor-context.ts';
import { Library } from './library.tsx';
import { newWidget } from './model/new-widget.ts';
import { WidgetPanel } from './widget-panel.tsx';

/** What stands beside the widgets that are edited: the library, or the configuration of one of them. */
export function EditorAside() {
  const { t } = useTranslation();
  const { panel, setPanel, edited, edits } = useDashboardEditing();
  const close = () => setPanel(undefined);
  if (!panel) return null;
  if ('library' in panel) {
    return (
      <AsidePanel title={t('dashboardEditor.addWidget')} onClose={close}>
        <Library
          onPick={(type) => {
            const name = t('dashboardEditor.newTitle', { type: type.name });
            edits.addNew(panel.library, newWidget(type, name));
          }}
        />
      </AsidePanel>
    );
  }
  const widget = 'widget' in panel ? edited.content.configuration.widgets[panel.widget] : undefined;
  if (!widget) return null;
  return (
    <AsidePanel
      title={edits.titleOf(widget.id)}
      subtitle={`${widget.bundleAlias} / ${widget.typeAlias}`}
      onClose={close}
    >
      <WidgetPanel key={widget.id} widget={widget} />
    </AsidePanel>
  );
}
