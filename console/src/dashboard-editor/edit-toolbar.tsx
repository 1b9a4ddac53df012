import { Box, Button, InputBase, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FloatingActions } from '../controls/floating-actions.tsx';
import { Icon } from '../controls/icon.tsx';
import type { ToolbarProps } from '../dashboard/dashboard-props.ts';
import { type StateStep, stateName } from '../dashboard/states.ts';
import { ChipMenu, ToolButton } from '../dashboard/toolbar-controls.tsx';
import { setTimeWindow } from '../dashboard/view-params.ts';
import { stepTools } from '../editing/step-tools.ts';
import { ToolGroups } from '../editing/tool-groups.tsx';
import { formatNumber } from '../i18n/format.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { useDashboardEditing } from './editor-context.ts';
import { editorTools } from './editor-tools.ts';
import { importWidget } from './import-widget-dialog.tsx';
import { withConfiguration } from './model/edited-dashboard.ts';

/** Characters of a title. */
const MAX_TITLE = 255;

/** Over the widgets while the dashboard is edited: its title, what can be done, and how it differs from what is stored. */
export function EditToolbar(props: ToolbarProps) {
  const { upgraded, steps, onSteps, view, timeWindow, maxDatapoints, onRight, isRight } = props;
  const { t } = useTranslation();
  const editing = useDashboardEditing();
  const { edited, isFieldWrong } = editing;
  const { edit, changes } = edited;
  const { title } = edited.content;
  const current = steps.at(-1) as StateStep;
  const stateIds = Object.keys(upgraded.states);
  const place = { state: current.id, layout: isRight ? ('right' as const) : ('main' as const) };
  const isLibraryOpen = editing.panel !== undefined && 'library' in editing.panel;
  return (
    <Box
      role="toolbar"
      aria-label={t('dashboardEditor.toolbar')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        rowGap: 1,
        px: { xs: 2, sm: 4 },
        py: 1,
        minHeight: 48,
        flex: 'none',
        borderBottom: '1px solid var(--line)',
        background: 'var(--surface)',
      }}
    >
      <InputBase
        value={title}
        error={title.trim() === ''}
        onChange={(event) => {
          const text = event.target.value;
          edit(t('dashboardEditor.step.title'), (now) => ({ ...now, title: text }), 'title');
        }}
        inputProps={{
          'aria-label': t('dashboardEditor.title'),
          'data-title-field': '',
          'aria-invalid': title.trim() === '',
          maxLength: MAX_TITLE,
          dir: 'auto',
        }}
        sx={{
          fontWeight: 650,
          fontSize: 15,
          flex: { xs: '1 1 100%', sm: '0 1 180px' },
          minWidth: 120,
          px: 2,
          borderRadius: '6px',
          border: '1px solid transparent',
          '&:hover': { borderColor: 'var(--line)' },
          '&.Mui-focused': { borderColor: 'var(--accent)' },
          '&.Mui-error': { borderColor: 'var(--critical)' },
        }}
      />
      {stateIds.length > 1 && (
        <ChipMenu
          label={stateName(current, upgraded.states)}
          items={stateIds}
          idOf={(id) => id}
          nameOf={(id) => upgraded.states[id]?.name ?? id}
          selected={current.id}
          onPick={(id) => onSteps([{ id, params: current.params }])}
        />
      )}
      {onRight && (
        <ToolButton
          label={t(isRight ? 'dashboard.mainLayout' : 'dashboard.rightLayout')}
          icon={isRight ? 'back' : 'menu'}
          onClick={onRight}
        />
      )}
      <TimeWindowChip
        isEdit
        narrow
        value={timeWindow}
        aggregation
        timezone
        maxDatapoints={maxDatapoints}
        onChange={(window) => {
          edit(t('dashboardEditor.step.timeWindow'), (now) => withConfiguration(now, { timewindow: window }));
          // What was looked at is not in the way of what is stored.
          view.change((now) => setTimeWindow(now, null), true);
        }}
      />
      <ToolGroups groups={[stepTools(t, edited), ...editorTools(t, editing)]} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginInlineStart: 'auto' }}>
        <Box role="status" sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {changes.length === 0 ? (
            t(isFieldWrong ? 'dashboardEditor.fieldNotSaved' : 'dashboardEditor.noChanges')
          ) : (
            <Tooltip describeChild title={t('dashboardEditor.compare.open')}>
              <Button size="small" onClick={editing.compare}>
                {t('dashboardEditor.changes', { count: changes.length, formatted: formatNumber(changes.length) })}
              </Button>
            </Tooltip>
          )}
        </Box>
        <Button
          size="small"
          startIcon={<Icon name="add" />}
          aria-pressed={isLibraryOpen}
          onClick={() => editing.setPanel(isLibraryOpen ? undefined : { library: place })}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          {t('dashboardEditor.addWidget')}
        </Button>
        <Button
          size="small"
          variant="contained"
          color="primary"
          // With a wrong field, it says which.
          disabled={changes.length === 0 && !isFieldWrong}
          loading={editing.isSaving}
          onClick={editing.save}
        >
          {t('action.save')}
        </Button>
        <ToolButton label={t('dashboardEditor.leave')} icon="close" onClick={editing.leave} />
      </Box>
      {/* On phones, where the thumb is. */}
      {editing.panel === undefined && (
        <Box sx={{ display: { sm: 'none' }, position: 'fixed', bottom: 16, insetInlineEnd: 16, zIndex: 'speedDial' }}>
          <FloatingActions
            label={t('dashboardEditor.addWidget')}
            icon="add"
            disabled={editing.isSaving}
            actions={[
              {
                name: t('dashboardEditor.fromLibrary'),
                icon: 'dashboards',
                run: () => editing.setPanel({ library: place }),
              },
              {
                name: t('dashboardEditor.fromData.start'),
                icon: 'chart',
                run: () => editing.setPanel({ library: place, isFromData: true }),
              },
              {
                name: t('dashboardEditor.import.action'),
                icon: 'upload',
                run: () => importWidget(editing.edits, place),
              },
            ]}
          />
        </Box>
      )}
    </Box>
  );
}
