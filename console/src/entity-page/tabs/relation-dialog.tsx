import { Box } from '@mui/material';
import type { ChosenType } from '@signalbox/contract/entity-traits';
import type { RelationDirection, RelationInfo } from '@signalbox/contract/relation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { parseExactJson } from '../../api/exact-json.ts';
import { KNOWN_RELATION_TYPES } from '../../api/relations.ts';
import { notifySuccess } from '../../app/notices.ts';
import { tryEach } from '../../app/try-each.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { EntityListPicker } from '../../controls/entity-list-picker.tsx';
import { errorText } from '../../controls/error-text.ts';
import { EntityTypeSelect } from '../../controls/pickers/entity-type-pickers.tsx';
import { RelationTypeInput } from '../../controls/pickers/relation-type-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import type { FormProblems } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useSubmission } from '../use-submission.ts';

/** The JSON of a text, whose numbers keep their digits: null for none, undefined when it is not JSON. */
function parseInfo(text: string): RelationInfo['additionalInfo'] | undefined {
  if (text.trim() === '') return null;
  try {
    return parseExactJson(text) as RelationInfo['additionalInfo'];
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
  /** @param target the far end of a new relation; undefined when one is changed */
  save: (
    type: string,
    additionalInfo: RelationInfo['additionalInfo'],
    target: EntityRef | undefined,
  ) => Promise<unknown>;
  /** All were saved that could be. */
  saved: () => Promise<unknown>;
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
  const dirty = type !== initial.type || info !== initial.info || chosen.length > 0;

  /** Those that are refused stay chosen, with the reasons. */
  async function add() {
    const failed = await tryEach(chosen, ({ id }) =>
      props.save(type.trim(), additionalInfo ?? null, { entityType: kind, id }),
    );
    const [first] = failed;
    if (failed.length < chosen.length) await props.saved();
    if (!first) return;
    if (chosen.length === 1) throw first.error;
    const count = chosen.length - failed.length;
    if (count > 0) notifySuccess(t('relation.added', { count }));
    setChosen(failed.map(({ item }) => item));
    throw new Error(failed.map(({ item, error }) => `${item.label}: ${errorText(error)}`).join(' · '));
  }

  async function change() {
    await props.save(type.trim(), additionalInfo ?? null, undefined);
    await props.saved();
  }

  const save = () =>
    submission.submit(check, async () => {
      await (relation ? change() : add());
      props.onClose();
    });
  const submit = () => (relation && !dirty ? props.onClose() : save());

  return (
    <FormDialog
      title={t(relation ? 'relation.editTitle' : `relation.addTitle.${direction}`)}
      submitLabel={t(relation ? 'action.save' : 'action.add')}
      dirty={dirty}
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
