import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, MenuItem, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard } from '../api/dashboards.ts';
import { choicesOf, labelOf } from '../controls/entity-choices.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { DialogHeading } from '../help/dialog-heading.tsx';
import { settingsProblems } from '../schema-form/check-settings.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { isObject } from '../schema-form/settings-schema.ts';
import type { ActionDescriptor, WidgetKind } from '../widgets/model.ts';
import {
  type ActionDraft,
  type Actions,
  actionOf,
  draftOf,
  isNameTaken,
  newAction,
  withActionRules,
} from './action-draft.ts';
import { actionBodyForm, actionHeadForm } from './action-form.ts';
import type { ActionSources, StateName } from './action-sources.ts';
import { useSourceName } from './use-source-name.ts';

/** An action to be edited: where it stands, or the source that it is to be added to. */
export interface EditedAction {
  source: string;
  /** Among those of its source; absent for a new one. */
  place?: number;
  action?: ActionDescriptor;
}

/** The states of another dashboard. */
function useStatesOf(dashboardId: string | null | undefined): readonly StateName[] {
  const { data } = useQuery({
    queryKey: ['states of dashboard', dashboardId],
    queryFn: async () => {
      const { configuration } = await readDashboard(dashboardId ?? '');
      const states = isObject(configuration) && isObject(configuration.states) ? configuration.states : {};
      return Object.entries(states).map(([id, state]) => ({
        id,
        name: isObject(state) ? String(state.name ?? id) : id,
      }));
    },
    enabled: Boolean(dashboardId),
    staleTime: 30_000,
    retry: false,
  });
  return data ?? [];
}

function DashboardField(props: {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const { value } = props;
  const { data, isError } = useQuery({
    queryKey: ['entity name', 'DASHBOARD', value],
    queryFn: () => labelOf('DASHBOARD')(value ?? ''),
    enabled: value !== null,
    staleTime: 30_000,
    retry: false,
  });
  return (
    <EntityPicker
      label={t('widgetAction.dashboard')}
      kind="all DASHBOARD"
      required
      error={props.error}
      value={value === null ? null : { id: value, label: data ?? value, isGone: isError }}
      load={choicesOf('DASHBOARD')}
      onChange={(choice) => props.onChange(choice?.id ?? null)}
    />
  );
}

/** Adds an action to a widget, or edits one. */
export function ActionDialog(props: {
  edited: EditedAction;
  kind: WidgetKind;
  sources: ActionSources;
  actions: Actions;
  /** Those of the dashboard that the widget is on. */
  states: readonly StateName[];
  onSave: (source: string, action: ActionDescriptor) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const nameOf = useSourceName();
  const { edited, kind, sources, actions } = props;
  const isNew = edited.action === undefined;
  const [source, setSource] = useState(edited.source);
  const [draft, setDraft] = useState<ActionDraft>(() => draftOf(edited.action ?? newAction(kind)));
  const [isChecked, setChecked] = useState(false);
  const elsewhere = draft.type === 'openDashboard';
  const ofOther = useStatesOf(elsewhere ? draft.targetDashboardId : undefined);
  const states = elsewhere ? ofOther : props.states;
  const hasShowCondition = sources[source]?.hasShowCondition === true;
  const head = useMemo(
    () => actionHeadForm(t, { kind, states, hasShowCondition }),
    [t, kind, states, hasShowCondition],
  );
  const { type, display } = draft;
  const mobileType = draft.mobileAction?.type;
  const body = useMemo(
    () =>
      actionBodyForm(
        t,
        { name: '', type, ...(display ? { display } : {}), mobileAction: { type: mobileType ?? '' } },
        { kind, states, hasShowCondition },
      ),
    [t, type, display, mobileType, kind, states, hasShowCondition],
  );

  const isTaken = isNameTaken(actions, source, draft.name, edited.place);
  const lacksDashboard = elsewhere && !draft.targetDashboardId;
  const change = (next: Readonly<Record<string, unknown>>) =>
    setDraft(withActionRules(draft, { name: '', ...next } as ActionDraft, kind));
  const save = () => {
    setChecked(true);
    const problems = { ...settingsProblems(head, draft), ...settingsProblems(body, draft) };
    if (isTaken || lacksDashboard || Object.keys(problems).length > 0) return;
    props.onSave(source, actionOf({ ...draft, name: draft.name.trim() }));
  };
  const free = Object.entries(sources).filter(
    ([id, { multiple }]) => id === source || multiple || (actions[id]?.length ?? 0) === 0,
  );

  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogHeading
        id={titleId}
        title={t(isNew ? 'widgetAction.addTitle' : 'widgetAction.editTitle')}
        helpId="dashboards/actions"
      />
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3.5 }}>
          {isNew && (
            <SelectInput label={t('widgetAction.source')} value={source} onChange={setSource}>
              {free.map(([id, one]) => (
                <MenuItem key={id} value={id}>
                  {nameOf(id, one)}
                </MenuItem>
              ))}
            </SelectInput>
          )}
          <SchemaForm
            schema={head}
            value={{ ...draft }}
            isChecked={isChecked}
            wrong={isTaken ? { name: t('widgetAction.nameTaken') } : {}}
            onChange={change}
          />
          {elsewhere && (
            <DashboardField
              value={draft.targetDashboardId ?? null}
              error={isChecked && lacksDashboard ? t('schemaForm.problem.required') : undefined}
              onChange={(targetDashboardId) => change({ ...draft, targetDashboardId })}
            />
          )}
          <SchemaForm schema={body} value={{ ...draft }} isChecked={isChecked} onChange={change} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <Button variant="contained" color="primary" onClick={save}>
          {t(isNew ? 'action.add' : 'action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
