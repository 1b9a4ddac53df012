import './texts/texts.ts';
import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayoutItem } from '../dashboard/configuration.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import type { Widget, WidgetConfig } from '../widgets/model.ts';
import { mobileValues, withMobile, withRules } from './settings-rules.ts';
import { mobileForm, widgetForm } from './widget-form.ts';

/** What all widgets have: title, look, texts of values, legend, and how they stand on phones. */
export function WidgetSettingsTab(props: {
  widget: Pick<Widget, 'type'>;
  config: WidgetConfig;
  /** Its place in the layout; absent where it has none. */
  layoutItem: LayoutItem | undefined;
  onConfigChange: (config: WidgetConfig) => void;
  onLayoutChange: (layoutItem: LayoutItem) => void;
  readOnly?: boolean;
}) {
  const { t } = useTranslation();
  const { widget, config, layoutItem, readOnly = false } = props;
  const direction = config.legendConfig?.direction ?? 'column';
  const form = useMemo(() => widgetForm(t, widget.type, { direction }), [t, widget.type, direction]);
  const mobile = useMemo(() => mobileForm(t), [t]);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <SchemaForm
        schema={form}
        value={{ ...config }}
        readOnly={readOnly}
        onChange={(edited) => props.onConfigChange(withRules(config, edited))}
      />
      {layoutItem && (
        <SchemaForm
          schema={mobile}
          value={mobileValues(layoutItem, config)}
          readOnly={readOnly}
          onChange={(edited) => props.onLayoutChange(withMobile(layoutItem, config, edited))}
        />
      )}
    </Box>
  );
}
