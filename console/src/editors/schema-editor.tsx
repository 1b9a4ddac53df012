import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Tooltip } from '@mui/material';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { CodeEditor } from './code-editor.tsx';
import { tidySchema } from './tidy-schema.ts';

/** An editor for protobuf schemas, which can be tidied and take the whole screen. */
export function SchemaEditor(props: Omit<ComponentProps<typeof CodeEditor>, 'language'>) {
  const { t } = useTranslation();
  const { label, value, readOnly, onChange } = props;
  const [isLarge, setLarge] = useState(false);
  const titleId = useId();
  const tidy = () => {
    const tidied = tidySchema(value);
    if (tidied !== value) onChange?.(tidied);
  };
  return (
    <>
      <CodeEditor {...props} language="text" />
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        {!readOnly && (
          <Button size="small" aria-label={t('schema.tidyOne', { label })} onClick={tidy}>
            {t('schema.tidy')}
          </Button>
        )}
        <Tooltip title={t('schema.fullScreen')}>
          <IconButton size="small" aria-label={t('schema.fullScreenOne', { label })} onClick={() => setLarge(true)}>
            <Icon name="fullscreen" size={16} />
          </IconButton>
        </Tooltip>
      </Box>
      <Dialog fullScreen open={isLarge} onClose={() => setLarge(false)} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{label}</DialogTitle>
        <DialogContent sx={{ display: 'grid', '& .cm-editor': { height: 'calc(100dvh - 220px)' } }}>
          <CodeEditor {...props} language="text" maxHeight={4000} />
        </DialogContent>
        <DialogActions>
          {!readOnly && <Button onClick={tidy}>{t('schema.tidy')}</Button>}
          <Button variant="contained" color="primary" onClick={() => setLarge(false)}>
            {t('schema.leave')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
