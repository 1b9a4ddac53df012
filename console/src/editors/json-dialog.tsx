import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { CodeInput } from './code-input.tsx';
import { jsonFault } from './json-text.ts';

interface JsonDialogProps {
  /** Absent: that JSON is edited. */
  title?: string | undefined;
  /** The text at first. */
  json: string;
}

/** Edits a text that has to be JSON, over the whole screen. Nothing is taken over unless it is saved. */
function JsonDialog(props: JsonDialogProps & { close: (json?: string) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const reasonId = useId();
  const [text, setText] = useState(props.json);
  const title = props.title ?? t('schema.editJson');
  const fault = text.trim() === '' ? undefined : jsonFault(text);
  const problem =
    fault !== undefined
      ? t('schema.noJson', { reason: fault })
      : text.trim() === ''
        ? t('schema.jsonRequired')
        : undefined;
  const reason = problem ?? (text === props.json ? t('schema.unchanged') : '');
  return (
    <Dialog fullScreen open aria-labelledby={titleId} onClose={() => props.close()}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ '& .cm-editor': { height: 'calc(100dvh - 240px)' } }}>
        <CodeInput
          label={t('typedValue.types.json')}
          language="json"
          required
          maxHeight={4000}
          value={text}
          error={problem}
          onChange={setText}
          hasNoFullScreen
        />
      </DialogContent>
      <DialogActions>
        <Box id={reasonId} role="status" sx={{ flex: 1, px: 1, fontSize: 13, color: 'text.secondary' }}>
          {problem === undefined ? reason : ''}
        </Box>
        <Button onClick={() => props.close()}>{t('action.cancel')}</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={reason !== ''}
          aria-describedby={reasonId}
          onClick={() => props.close(text)}
        >
          {t('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Opens an editor for JSON over the page. Resolves with the text that was saved; undefined when it was cancelled. */
export function editJson(props: JsonDialogProps): Promise<string | undefined> {
  return openDialog<string>((close) => <JsonDialog {...props} close={close} />);
}
