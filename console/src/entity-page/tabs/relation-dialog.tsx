import { Box } from '@mui/material';
import type { ChosenType } from '@signalbox/contract/entity-traits';
import type { RelationDirection, RelationInfo } from '@signalbox/contract/relation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KNOWN_RELATION_TYPES } from '../../api/relations.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { EntityListPicker } from '../../controls/entity-list-picker.tsx';
import { EntityTypeSelect } from '../../controls/pickers/entity-type-pickers.tsx';
import { RelationTypeInput } from '../../controls/pickers/relation-type-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import type { FormProblems } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useSubmission } from '../use-submission.ts';

/** The far ends of new relations. */
export interface RelationTargets {
  entityType: ChosenType;
  ids: readonly string[];
}

/** The JSON of a text: null for none, undefined when it is not JSON. */
function parseInfo(text: string): RelationInfo['additionalInfo'] | undefined {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as RelationInfo['additionalInfo'];
  } catch {
    return undefined;
  }
}

/** Adds relations of one type to several entities, or changes what is noted about one relation. */
export function RelationDialog(props: {
  direction: RelationDirection;
  /** Whose kind, type and target are fixed. */
  relation: RelationInfo | undefined;
  /** Kinds that can be chosen. */
  kinds: readonly [ChosenType, ...ChosenType[]];
  /** Types in use. */
  types: readonly string[];
  /** @param targets undefined when a relation is changed */
  save: (
    type: string,
    additionalInfo: RelationInfo['additionalInfo'],
    targets: RelationTargets | undefined,
  ) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { relation, direction } = props;
  const [initial] = useState(() => ({
    type: relation?.type ?? KNOWN_RELATION_TYPES[0] ?? '',
    info: relation?.additionalInfo == null ? '' : JSON.stringify(relation.additionalInfo, undefined, 2),
  }));
  const [type, setType] = useState(initial.type);
  const [kind, setKind] = useState<ChosenType>(props.kinds[0]);
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [info, setInfo] = useState(initial.info);
  const fields = [
    { name: 'type', label: t('relation.type') },
    { name: 'target', label: t(`relation.target.${direction}`) },
    { name: 'info', label: t('relation.info') },
  ];
  const submission = useSubmission(fields);
  const { problems, note } = submission;
  const additionalInfo = parseInfo(info);
  const check = (): FormProblems => ({
    ...(type.trim() === '' ? { type: t('common.required') } : {}),
    ...(relation === undefined && chosen.length === 0 ? { target: t('common.required') } : {}),
    ...(additionalInfo === undefined ? { info: t('relation.notJson') } : {}),
  });
  const submit = () =>
    submission.submit(check, async () => {
      const targets = relation ? undefined : { entityType: kind, ids: chosen.map(({ id }) => id) };
      await props.save(type.trim(), additionalInfo ?? null, targets);
      props.onClose();
    });

  return (
    <FormDialog
      title={t(relation ? 'relation.editTitle' : `relation.addTitle.${direction}`)}
      submitLabel={t(relation ? 'action.save' : 'action.add')}
      dirty={type !== initial.type || info !== initial.info || chosen.length > 0}
      submission={submission}
      fields={fields}
      isLong
      contentSx={{ display: 'grid', gap: 4 }}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box data-field="type">
        <RelationTypeInput
          required
          disabled={relation !== undefined}
          value={type}
          error={problems.type}
          help={t('relation.typeHelp')}
          types={props.types}
          onChange={(next) => {
            setType(next);
            note('type');
          }}
        />
      </Box>
      {relation ? (
        <TextInput
          label={t(`relation.target.${direction}`)}
          disabled
          value={(direction === 'FROM' ? relation.toName : relation.fromName) ?? ''}
        />
      ) : (
        <>
          <EntityTypeSelect
            label={t('relation.kind')}
            types={props.kinds}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setChosen([]);
            }}
          />
          <Box data-field="target">
            <EntityListPicker
              // What was typed is for one kind.
              key={kind}
              label={t(`relation.target.${direction}`)}
              listLabel={t('relation.chosen')}
              kind={`relation ${kind}`}
              required
              error={problems.target}
              value={chosen}
              load={choicesOf(kind)}
              onChange={(next) => {
                setChosen(next);
                note('target');
              }}
            />
          </Box>
        </>
      )}
      <Box data-field="info">
        <TextInput
          label={t('relation.info')}
          help={t('relation.infoHelp')}
          multiline
          minRows={3}
          autoFocus={relation !== undefined}
          value={info}
          error={problems.info}
          onChange={(event) => {
            setInfo(event.target.value);
            note('info');
          }}
        />
      </Box>
    </FormDialog>
  );
}
