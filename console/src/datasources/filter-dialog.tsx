import './texts/texts.ts';
import { Box } from '@mui/material';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findKeys } from '../api/entity-keys.ts';
import { type CheckedField, checkKeyFilters } from '../controls/key-filters/check-filters.ts';
import { type FilterOffer, type KeyFilter, newKeyFilter } from '../controls/key-filters/key-filter.ts';
import { KeyFiltersEditor } from '../controls/key-filters/key-filters-editor.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { DashboardFilter } from '../dashboard/configuration.ts';
import type { FormProblems } from '../entity-page/form.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { editedKeyFilters, storedKeyFilters, userInfoOf } from './dashboard-filter.ts';
import { FoundByConditions } from './found-by-conditions.tsx';
import { ENTITY_FIELDS, entityFieldWords } from './offered-keys.ts';
import { UserInfoFields } from './user-info-fields.tsx';

interface Draft {
  name: string;
  editable: boolean;
  keyFilters: KeyFilter[];
}

/** All fields of a filter, with what is wrong with them. @param taken names of the others */
export function checkFilter(t: TFunction, draft: Pick<Draft, 'name' | 'keyFilters'>, taken: readonly string[]) {
  const name = draft.name.trim();
  const fields: CheckedField[] = [
    {
      name: 'filter',
      label: t('sourceFilter.name'),
      problem:
        name === '' ? t('common.required') : taken.includes(name) ? t('sourceFilter.taken', { name }) : undefined,
    },
    {
      name: 'keyFilters',
      label: t('sourceFilter.conditions'),
      problem: draft.keyFilters.length === 0 ? t('sourceFilter.conditionNeeded') : undefined,
    },
    ...checkKeyFilters(t, 'keyFilters', draft.keyFilters),
  ];
  return fields;
}

const problemsOf = (fields: readonly CheckedField[]): FormProblems =>
  Object.fromEntries(fields.flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])));

/** Keys that devices and assets have. */
async function keysInUse(type: 'ATTRIBUTE' | 'TIME_SERIES'): Promise<readonly string[]> {
  const found = await Promise.all(
    ['DEVICE', 'ASSET'].map((entityType) => findKeys({ type: 'entityType', entityType })),
  );
  return [...new Set(found.flatMap((keys) => (type === 'ATTRIBUTE' ? keys.attribute : keys.timeseries)))].sort();
}

const OFFER: FilterOffer = {
  keyTypes: ['ENTITY_FIELD', 'ATTRIBUTE', 'TIME_SERIES'],
  entityFields: ENTITY_FIELDS,
  fieldWords: entityFieldWords,
  sources: ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER'],
  isOfViewer: true,
  suggest: keysInUse,
  suggestKind: 'keys for filters',
  more: (predicate, onChange) => (
    <UserInfoFields value={userInfoOf(predicate)} onChange={(userInfo) => onChange({ ...predicate, userInfo })} />
  ),
};

/** Edits one filter of a dashboard: which of an alias's entities are shown. */
export function FilterDialog(props: {
  /** Absent: a new one. */
  filter?: DashboardFilter | undefined;
  /** What a new one is called at first. */
  name?: string | undefined;
  /** Names of the other filters. */
  taken: readonly string[];
  /** Takes the filter; the dialog is closed by its owner. */
  onSave: (filter: DashboardFilter) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { filter, taken } = props;
  const [initial] = useState<Draft>(() => ({
    name: filter?.filter ?? props.name ?? '',
    editable: filter?.editable !== false,
    keyFilters: filter ? editedKeyFilters(filter.keyFilters ?? []) : [newKeyFilter()],
  }));
  const [draft, setDraft] = useState(initial);
  const fields = useMemo(() => checkFilter(t, draft, taken), [t, draft, taken]);
  const submission = useSubmission(fields);
  const change = (next: Draft) => {
    setDraft(next);
    const still = problemsOf(checkFilter(t, next, taken));
    for (const name of Object.keys(submission.problems)) {
      if (still[name] === undefined) submission.note(name);
    }
  };
  const submit = () =>
    submission.submit(
      () => problemsOf(fields),
      async () =>
        props.onSave({
          ...filter,
          id: filter?.id ?? crypto.randomUUID(),
          filter: draft.name.trim(),
          editable: draft.editable,
          keyFilters: storedKeyFilters(draft.keyFilters),
        }),
    );
  return (
    <FormDialog
      title={filter ? t('sourceFilter.editTitle', { name: filter.filter }) : t('sourceFilter.addTitle')}
      helpId="dashboards/filters"
      submitLabel={t(filter ? 'action.save' : 'action.add')}
      dirty={JSON.stringify(draft) !== JSON.stringify(initial)}
      submission={submission}
      fields={fields}
      maxWidth="md"
      isLong
      onSubmit={submit}
      onClose={props.onClose}
      contentSx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', minHeight: { sm: 420 }, pb: 0 }}
    >
      <Box data-field="filter">
        <TextInput
          label={t('sourceFilter.name')}
          required
          autoFocus
          value={draft.name}
          error={submission.problems.filter}
          onChange={(event) => change({ ...draft, name: event.target.value })}
        />
      </Box>
      <SwitchInput
        label={t('sourceFilter.editable')}
        help={t('sourceFilter.editableHelp')}
        checked={draft.editable}
        onChange={(editable) => change({ ...draft, editable })}
      />
      <KeyFiltersEditor
        label={t('sourceFilter.conditions')}
        at="keyFilters"
        filters={draft.keyFilters}
        offer={OFFER}
        problems={submission.problems}
        onChange={(keyFilters) => change({ ...draft, keyFilters })}
      />
      <Box
        data-form-foot=""
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          py: 3,
          background: 'var(--surface)',
          borderTop: '1px solid var(--line-2)',
        }}
      >
        <FoundByConditions
          keyFilters={draft.keyFilters}
          isComplete={fields.every(({ name, problem }) => name === 'filter' || problem === undefined)}
        />
      </Box>
    </FormDialog>
  );
}
