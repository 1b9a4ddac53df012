import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Tooltip } from '@mui/material';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../app/notices.ts';
import { Icon } from '../controls/icon.tsx';
import { CodePane } from '../editors/code-pane.tsx';
import { tidyCode } from '../editors/tidy-code.ts';
import { useTypeEditing } from './editing-context.ts';
import { type CodePart, codeIn } from './model/edited-type.ts';

const LANGUAGES = {
  templateHtml: 'html',
  templateCss: 'css',
  controllerScript: 'javascript',
  settingsSchema: 'json',
  dataKeySettingsSchema: 'json',
} as const satisfies Record<CodePart, ComponentProps<typeof CodePane>['language']>;

type Extras = Pick<ComponentProps<typeof CodePane>, 'complete' | 'marks' | 'handle'>;

/** The code of a part of the type, in an editor that fills the box around it. */
export function CodeTab({ part, ...extras }: { part: CodePart } & Extras) {
  const { t } = useTranslation();
  const { edited, edits, readOnly } = useTypeEditing();
  return (
    <CodePane
      {...extras}
      label={t(`widgetEditor.part.${part}`)}
      language={LANGUAGES[part]}
      value={codeIn(edited.content, part)}
      readOnly={readOnly}
      onChange={(code) => edits.setCode(part, code)}
    />
  );
}

/** Lays code out, and gives it the whole screen. */
export function CodeTools({ part, extras = {} }: { part: CodePart; extras?: Omit<Extras, 'handle'> }) {
  const { t } = useTranslation();
  const { edited, edits, readOnly } = useTypeEditing();
  const [isLarge, setLarge] = useState(false);
  const label = t(`widgetEditor.part.${part}`);
  const titleId = useId();
  const tidy = async () => {
    const code = codeIn(edited.content, part);
    try {
      const tidied = await tidyCode(LANGUAGES[part], code);
      if (tidied !== code) edits.setCode(part, tidied);
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
      notify({ type: 'warn', message: t('schema.untidy', { reason }), duration: 10_000 });
    }
  };
  return (
    <>
      {!readOnly && (
        <Button
          variant="text"
          size="small"
          sx={{ height: 28, px: 2 }}
          aria-label={t('schema.tidyOne', { label })}
          onClick={() => void tidy()}
        >
          {t('schema.tidy')}
        </Button>
      )}
      <LargeButton label={t('schema.fullScreenOne', { label })} onClick={() => setLarge(true)} />
      <Dialog fullScreen open={isLarge} aria-labelledby={titleId} onClose={() => setLarge(false)}>
        <DialogTitle id={titleId}>{label}</DialogTitle>
        <DialogContent sx={{ display: 'flex', p: 0 }}>
          <CodeTab part={part} {...extras} />
        </DialogContent>
        <DialogActions>
          {!readOnly && <Button onClick={() => void tidy()}>{t('schema.tidy')}</Button>}
          <Button variant="contained" color="primary" onClick={() => setLarge(false)}>
            {t('schema.leave')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Gives something the whole screen. */
function LargeButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        <Icon name="fullscreen" size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** What is in a tab that is no code. */
export function TabContent({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 4 }}>
      {/* Fields are no wider than they are read well. */}
      <Box sx={{ maxWidth: 640 }}>{children}</Box>
    </Box>
  );
}
