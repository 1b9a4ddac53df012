import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import type { FindChoices } from '../controls/choice.ts';
import { PickerPopover } from '../controls/picker-popover.tsx';
import { ToolChip } from './toolbar-controls.tsx';

/** Opens another dashboard in place of this one. */
export function DashboardPicker(props: {
  dashboard: { id: { id: string }; title: string };
  find: FindChoices;
  /** Only the icon, for phones. */
  iconOnly: boolean;
  onPick: (dashboardId: string) => void;
}) {
  const { t } = useTranslation();
  const { dashboard } = props;
  return (
    <ToolChip label={dashboard.title} icon="dashboards" hint={t('dashboard.select')} iconOnly={props.iconOnly}>
      {(close, anchor) => (
        <PickerPopover
          anchor={anchor}
          onClose={close}
          label={t('dashboard.select')}
          kind="dashboards to open"
          value={{ id: dashboard.id.id, label: dashboard.title }}
          load={props.find}
          onChange={(choice) => {
            if (!choice) return;
            close();
            if (choice.id !== dashboard.id.id) props.onPick(choice.id);
          }}
        />
      )}
    </ToolChip>
  );
}
