import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Tooltip } from '@mui/material';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { FieldHelp } from '../help/field-help.tsx';
import { CodeEditor } from './code-editor.tsx';
import { isTidied, minifyJson, tidyCode } from './tidy-code.ts';

/** The first line of what a library says, without the picture of the code below it. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** An editor for code that can be tidied and take the whole screen, which Escape leaves. */
export function CodeInput({
  tidy,
  indent,
  helpId,
  onLarge,
  hasNoFullScreen = false,
  ...props
}: Omit<ComponentProps<typeof CodeEditor>, 'aside'> & {
  /** Of the text that explains what the code is to do. */
  helpId?: string | undefined;
  /** In place of the usual way of tidying this language; it throws what is wrong with the code. */
  tidy?: (code: string) => string;
  /** Characters that a level is further in once it is tidied; absent: as usual in the language. */
  indent?: number;
  /** In place of the full screen. */
  onLarge?: (() => void) | undefined;
  /** It has the whole screen already. */
  hasNoFullScreen?: boolean;
}) {
  const { t } = useTranslation();
  const { label, value, language, readOnly, onChange } = props;
  const [isLarge, setLarge] = useState(false);
  /** What is wrong with the code that was to be tidied. */
  const [untidy, setUntidy] = useState<{ code: string; reason: string }>();
  const titleId = useId();
  const canTidy = !readOnly && (tidy !== undefined || isTidied(language));

  const rewrite = async (rewritten: () => string | Promise<string>) => {
    try {
      const next = await rewritten();
      setUntidy(undefined);
      if (next !== value) onChange?.(next);
    } catch (error) {
      setUntidy({ code: value, reason: reasonOf(error) });
    }
  };
  const tidyNow = () =>
    rewrite(() => (tidy ? tidy(value) : isTidied(language) ? tidyCode(language, value, indent) : value));
  const minifyNow = () => rewrite(() => (value.trim() === '' ? value : minifyJson(value)));
  const canMinify = !readOnly && language === 'json';
  const error = untidy?.code === value ? t('schema.untidy', { reason: untidy.reason }) : props.error;

  const tools = (
    <Box sx={{ display: 'flex', gap: 0.5, my: -0.5, alignItems: 'center' }}>
      {helpId !== undefined && <FieldHelp helpId={helpId} label={label} />}
      {canTidy && (
        <Button
          variant="text"
          size="small"
          sx={{ height: 26, px: 2 }}
          aria-label={t('schema.tidyOne', { label })}
          onClick={() => void tidyNow()}
        >
          {t('schema.tidy')}
        </Button>
      )}
      {canMinify && (
        <Button
          variant="text"
          size="small"
          sx={{ height: 26, px: 2 }}
          aria-label={t('schema.minifyOne', { label })}
          onClick={() => void minifyNow()}
        >
          {t('schema.minify')}
        </Button>
      )}
      {!hasNoFullScreen && (
        <Tooltip title={t('schema.fullScreen')}>
          <IconButton
            size="small"
            sx={{ p: 1.25 }}
            aria-label={t('schema.fullScreenOne', { label })}
            onClick={() => (onLarge ? onLarge() : setLarge(true))}
          >
            <Icon name="fullscreen" size={16} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
  return (
    <Box sx={{ minWidth: 0 }}>
      <CodeEditor {...props} error={error} aside={tools} />
      <Dialog fullScreen open={isLarge} aria-labelledby={titleId} onClose={() => setLarge(false)}>
        <DialogTitle id={titleId}>{label}</DialogTitle>
        <DialogContent sx={{ display: 'grid', '& .cm-editor': { height: 'calc(100dvh - 240px)' } }}>
          <CodeEditor {...props} error={error} maxHeight={4000} />
        </DialogContent>
        <DialogActions>
          {canTidy && <Button onClick={() => void tidyNow()}>{t('schema.tidy')}</Button>}
          {canMinify && <Button onClick={() => void minifyNow()}>{t('schema.minify')}</Button>}
          <Button variant="contained" color="primary" onClick={() => setLarge(false)}>
            {t('schema.leave')}
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  );
}
