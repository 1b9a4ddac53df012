import { Box, Button, InputBase, MenuItem, Select, Tooltip } from '@mui/material';
import { WIDGET_KINDS, type WidgetKind } from '@signalbox/contract/widget';
import { useTranslation } from 'react-i18next';
import { stepTools } from '../editing/step-tools.ts';
import { type Tool, ToolGroups } from '../editing/tool-groups.tsx';
import { formatNumber } from '../i18n/format.ts';
import { useTypeEditing } from './editing-context.ts';
import { kindIn, MAX_NAME } from './model/edited-type.ts';

/** What the toolbar does beside what the editing itself knows. */
export interface ToolbarActions {
  save: () => void;
  saveAs: () => void;
  compare: () => void;
  revert: () => void;
  toggleVersions: () => void;
  toggleFullScreen: () => void;
}

/** Over the panes: what the type is called, what can be done, and how it differs from what is stored. */
export function EditorToolbar(props: {
  actions: ToolbarActions;
  isSaving: boolean;
  isNew: boolean;
  isFullScreen: boolean;
  areVersionsOpen: boolean;
  /** Somebody tried to save a type without a name. */
  isNameMissing: boolean;
}) {
  const { t } = useTranslation();
  const { edited, edits, readOnly, runNow, isFieldWrong } = useTypeEditing();
  const { actions } = props;
  const { name } = edited.content;
  const kind = kindIn(edited.content);
  const { length: changes } = edited.changes;
  const runTools: Tool[] = [{ id: 'run', label: t('widgetEditor.run'), icon: 'play', keys: 'Ctrl+Enter', run: runNow }];
  const editTools: Tool[] = [
    ...stepTools(t, edited),
    {
      id: 'revert',
      label: t('widgetEditor.revert'),
      icon: 'first',
      keys: 'Ctrl+Q',
      disabled: changes === 0,
      run: actions.revert,
    },
  ];
  const viewTools: Tool[] = [
    ...(readOnly || props.isNew
      ? []
      : [
          {
            id: 'versions',
            label: t('widgetEditor.versions.title'),
            icon: 'clock',
            isOn: props.areVersionsOpen,
            run: actions.toggleVersions,
          } satisfies Tool,
        ]),
    {
      id: 'fullScreen',
      label: t(props.isFullScreen ? 'widgetEditor.leaveFullScreen' : 'widgetEditor.fullScreen'),
      icon: props.isFullScreen ? 'fullscreenExit' : 'fullscreen',
      keys: 'Ctrl+Shift+F',
      isOn: props.isFullScreen,
      run: actions.toggleFullScreen,
    },
  ];
  return (
    <Box
      role="toolbar"
      aria-label={t('widgetEditor.toolbar')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        px: 2,
        py: 1,
        minHeight: 48,
        flex: 'none',
        borderBottom: '1px solid var(--line)',
        background: 'var(--surface)',
      }}
    >
      <InputBase
        value={name}
        readOnly={readOnly}
        placeholder={t('widgetEditor.namePlaceholder')}
        error={props.isNameMissing && name.trim() === ''}
        onChange={(event) => edits.setName(event.target.value)}
        inputProps={{
          'aria-label': t('widgetEditor.part.name'),
          'aria-required': true,
          'aria-invalid': props.isNameMissing && name.trim() === '',
          'data-widget-name': '',
          maxLength: MAX_NAME,
          dir: 'auto',
        }}
        sx={{
          fontWeight: 650,
          fontSize: 15,
          flex: { xs: '1 1 100%', sm: '0 1 220px' },
          minWidth: 120,
          px: 2,
          borderRadius: '6px',
          border: '1px solid var(--line)',
          '&.Mui-focused': { borderColor: 'var(--accent)' },
          '&.Mui-error': { borderColor: 'var(--critical)' },
        }}
      />
      <Select
        size="small"
        value={kind}
        disabled={readOnly}
        onChange={(event) => {
          edits.setKind(event.target.value as WidgetKind);
        }}
        SelectDisplayProps={{ 'aria-label': t('widgetEditor.part.kind') }}
        sx={{ height: 32, fontSize: 13 }}
      >
        {WIDGET_KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`widgetEditor.kind.${one}.name`)}
          </MenuItem>
        ))}
      </Select>
      <ToolGroups groups={readOnly ? [runTools, viewTools] : [runTools, editTools, viewTools]} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginInlineStart: 'auto' }}>
        {!readOnly && (
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {props.isNew ? (
              t('widgetEditor.notStored')
            ) : changes === 0 ? (
              t(isFieldWrong ? 'widgetEditor.fieldNotSaved' : 'widgetEditor.noChanges')
            ) : (
              <Tooltip describeChild title={t('widgetEditor.compare.open')}>
                <Button size="small" onClick={actions.compare}>
                  {t('widgetEditor.changes', { count: changes, formatted: formatNumber(changes) })}
                </Button>
              </Tooltip>
            )}
          </Box>
        )}
        {!props.isNew && (
          <Tooltip title={t('widgetEditor.saveAs.keys')}>
            <Button size="small" onClick={actions.saveAs}>
              {t('widgetEditor.saveAs.open')}
            </Button>
          </Tooltip>
        )}
        {!readOnly && (
          <Button
            size="small"
            variant="contained"
            color="primary"
            // With a wrong field, it says which.
            disabled={!props.isNew && changes === 0 && !isFieldWrong}
            loading={props.isSaving}
            onClick={actions.save}
          >
            {t('action.save')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
