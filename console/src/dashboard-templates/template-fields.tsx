import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SubtypeSelect } from '../controls/pickers/subtype-pickers.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { TEMPLATES, type Template } from './template.ts';

/** What a new dashboard begins with. */
export interface TemplateChoice {
  template: Template;
  /** Empty: all devices. */
  deviceType: string;
}

/** Chooses what a new dashboard begins with. */
export function TemplateFields(props: { value: TemplateChoice; onChange: (choice: TemplateChoice) => void }) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const isEmpty = value.template === 'empty';
  return (
    <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
      <SelectInput
        label={t('dashboardTemplate.start')}
        help={isEmpty ? undefined : t('dashboardTemplate.help')}
        value={value.template}
        onChange={(template) => onChange({ ...value, template: template as Template })}
      >
        {TEMPLATES.map((template) => (
          <MenuItem key={template} value={template}>
            {t(`dashboardTemplate.${template}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {!isEmpty && (
        <SubtypeSelect
          entityType="DEVICE"
          withAll
          label={t('dashboardTemplate.of')}
          value={value.deviceType}
          onChange={(deviceType) => onChange({ ...value, deviceType })}
        />
      )}
    </Box>
  );
}
