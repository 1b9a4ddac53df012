import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../controls/text-input.tsx';
import type { Widget } from '../widgets/model.ts';
import { useDashboardEditing } from './editor-context.ts';

/** The configuration of a widget, which is drawn beside it as it is changed. */
export function WidgetPanel({ widget }: { widget: Widget }) {
  const { t } = useTranslation();
  const { edits } = useDashboardEditing();
  return (
    <Box sx={{ p: 4, pt: 2, overflow: 'auto', flex: 1, minHeight: 0 }}>
      <TextInput
        label={t('dashboardEditor.widgetTitle')}
        value={widget.config.title ?? ''}
        onChange={(event) =>
          edits.changeWidget({ ...widget, config: { ...widget.config, title: event.target.value } }, 'title')
        }
      />
    </Box>
  );
}
