import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../controls/select-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { useViewer } from '../dashboard/use-viewer.ts';
import type { FormProblems } from '../entity-page/form.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { optionalText } from '../i18n/optional-text.ts';
import {
  type AliasFilter,
  type AliasFilterType,
  dependsOnState,
  mayBeMultiple,
  newAliasFilter,
  withFilterType,
} from './alias-filter.ts';
import { AliasFilterFields } from './alias-filter-fields.tsx';
import { filterTypesFor } from './alias-kinds.ts';
import { aliasWords } from './alias-words.ts';
import { checkAlias } from './check-alias.ts';
import { FoundByFilter } from './found-entities.tsx';
import { useEntityNames } from './use-entity-names.ts';
import { countFound } from './use-found-entities.ts';

export interface AliasDialogProps {
  /** Absent: a new one. */
  alias?: EntityAlias | undefined;
  /** What a new one is called at first. */
  name?: string | undefined;
  /** Names of the other aliases. */
  taken: readonly string[];
  /** Only aliases for entities of these kinds. */
  entityTypes?: readonly string[] | undefined;
  /** Takes the alias; the dialog is closed by its owner. */
  onSave: (alias: EntityAlias) => void;
  onClose: () => void;
}

const problemsOf = (fields: ReturnType<typeof checkAlias>): FormProblems =>
  Object.fromEntries(fields.flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])));

/** Edits one alias: its name, and the filter by which its entities are found. */
export function AliasDialog(props: AliasDialogProps) {
  const { t } = useTranslation();
  const { taken, entityTypes } = props;
  const viewer = useViewer();
  const types = filterTypesFor(entityTypes);
  const [initial] = useState<EntityAlias>(
    () =>
      props.alias ?? {
        id: crypto.randomUUID(),
        alias: props.name ?? '',
        filter: newAliasFilter(entityTypes ? (types[0] ?? 'singleEntity') : 'deviceType'),
      },
  );
  const [alias, setAlias] = useState(initial);
  const filter = alias.filter as AliasFilter;
  const type = filter.type ?? '';
  const fields = useMemo(() => checkAlias(t, alias, taken), [t, alias, taken]);
  const submission = useSubmission(fields);
  const nameOf = useEntityNames([alias]);
  const isComplete = fields.every(({ name, problem }) => name === 'alias' || problem === undefined);
  const change = (next: EntityAlias) => {
    setAlias(next);
    const still = problemsOf(checkAlias(t, next, taken));
    for (const name of Object.keys(submission.problems)) {
      if (still[name] === undefined) submission.note(name);
    }
  };
  const setFilter = (next: AliasFilter) => change({ ...alias, filter: next });
  const submit = () =>
    submission.submit(
      async () => {
        const found = problemsOf(fields);
        if (Object.keys(found).length > 0 || dependsOnState(filter)) return found;
        const isFound = (await countFound(filter, viewer)) > 0;
        return isFound ? found : { filter: t('alias.entity-filter-no-entity-matched') };
      },
      async () => props.onSave({ ...alias, alias: alias.alias.trim() }),
    );
  return (
    <FormDialog
      title={props.alias ? t('alias.editTitle', { name: initial.alias }) : t('alias.addTitle')}
      helpId="dashboards/aliases"
      submitLabel={t(props.alias ? 'action.save' : 'action.add')}
      dirty={JSON.stringify(alias) !== JSON.stringify(initial)}
      submission={submission}
      fields={fields}
      maxWidth="sm"
      isLong
      onSubmit={submit}
      onClose={props.onClose}
      contentSx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', minHeight: { sm: 420 }, pb: 0 }}
    >
      <Box data-field="alias">
        <TextInput
          label={t('alias.name')}
          required
          autoFocus
          value={alias.alias}
          error={submission.problems.alias}
          onChange={(event) => change({ ...alias, alias: event.target.value })}
        />
      </Box>
      <Box data-field="filter">
        <SelectInput
          label={t('alias.filter')}
          required
          value={type}
          error={submission.problems.filter}
          onChange={(next) => setFilter(withFilterType(filter, next as AliasFilterType))}
        >
          {[...new Set<string>([...types, type])].map((one) => (
            <MenuItem key={one} value={one}>
              {optionalText(`alias.types.${one}`, one)}
            </MenuItem>
          ))}
        </SelectInput>
      </Box>
      <AliasFilterFields
        filter={filter}
        entityTypes={entityTypes}
        problems={submission.problems}
        onChange={setFilter}
      />
      {mayBeMultiple(filter.type) && (
        <SwitchInput
          label={t('alias.multiple')}
          help={t('alias.multipleHelp')}
          checked={filter.resolveMultiple === true}
          onChange={(resolveMultiple) => setFilter({ ...filter, resolveMultiple })}
        />
      )}
      <Box
        data-form-foot=""
        sx={{
          display: 'grid',
          gap: 2,
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          py: 3,
          background: 'var(--surface)',
          borderTop: '1px solid var(--line-2)',
        }}
      >
        {/* Half a sentence says nothing. */}
        {isComplete && (
          <Box sx={{ fontSize: 13, color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
            {aliasWords(t, filter, nameOf)}
          </Box>
        )}
        <FoundByFilter filter={filter} isComplete={isComplete} />
      </Box>
    </FormDialog>
  );
}
