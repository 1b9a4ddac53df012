import './texts/texts.ts';
import { Box, Button, FormHelperText } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { CopyButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import type { FormPartProps } from '../../entity-page/form.ts';
import { JsonDialog } from './json-dialog.tsx';
import { lwm2mConfiguration, lwm2mValues } from './lwm2m-values.ts';

/** The whole configuration as JSON: to be copied, and to be edited, which fills the fields. */
export function JsonPart({ field, form, error }: FormPartProps) {
  const { t } = useTranslation();
  const text = () => JSON.stringify(lwm2mConfiguration(form.values), null, 2);
  const edit = async () => {
    const next = await openDialog<Record<string, unknown>>((close) => <JsonDialog text={text()} close={close} />);
    if (!next) return;
    for (const [name, value] of Object.entries(lwm2mValues(next))) form.change(name, value);
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<Icon name="code" size={16} />} onClick={() => void edit()}>
          {t('lightweight.editJson')}
        </Button>
        <CopyButton text={text()} name={t('lightweight.jsonWord')} />
      </Box>
      {(error ?? field.help) && <FormHelperText error={error !== undefined}>{error ?? field.help}</FormHelperText>}
    </Box>
  );
}
