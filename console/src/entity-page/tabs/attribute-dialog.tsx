import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attribute } from '../../api/telemetry.ts';
import { TextInput } from '../../controls/text-input.tsx';
import { readTypedValue, typedValueOf } from '../../editors/typed-value.ts';
import { TypedValueInput } from '../../editors/typed-value-input.tsx';
import type { FormProblems } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useSubmission } from '../use-submission.ts';

/** Adds an attribute, or changes the value of `attribute`. */
export function AttributeDialog(props: {
  attribute: Attribute | undefined;
  /** Keys of the scope, which a new attribute cannot have. */
  keys: readonly string[];
  save: (key: string, value: unknown) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { attribute } = props;
  const [initial] = useState(() => ({ key: attribute?.key ?? '', ...typedValueOf(attribute?.value) }));
  const [key, setKey] = useState(initial.key);
  const [typed, setTyped] = useState({ type: initial.type, text: initial.text });
  const fields = [
    { name: 'key', label: t('attribute.key') },
    { name: 'value', label: t('attribute.value') },
  ];
  const submission = useSubmission(fields);
  const { problems, note } = submission;

  const dirty = key !== initial.key || typed.type !== initial.type || typed.text !== initial.text;
  const isEmptied = attribute !== undefined && typed.type === 'string' && typed.text === '';
  const name = attribute?.key ?? key.trim();
  const value = isEmptied ? '' : readTypedValue(typed);
  const keyProblem = () => {
    if (attribute) return undefined;
    if (name === '') return t('common.required');
    return props.keys.includes(name) ? t('attribute.exists') : undefined;
  };
  const check = (): FormProblems => {
    const wrong = keyProblem();
    return {
      ...(wrong === undefined ? {} : { key: wrong }),
      ...(value === undefined ? { value: t(`typedValue.invalid.${typed.type}`) } : {}),
    };
  };
  const save = () =>
    submission.submit(check, async () => {
      await props.save(name, value);
      props.onClose();
    });
  // What was not changed stays as it is stored, also if it is not shown so.
  const submit = () => (attribute && !dirty ? props.onClose() : save());

  return (
    <FormDialog
      title={t(attribute ? 'attribute.edit' : 'attribute.add')}
      submitLabel={t(attribute ? 'action.save' : 'action.add')}
      dirty={dirty}
      submission={submission}
      fields={fields}
      contentSx={{ display: 'grid', gap: 4 }}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Box data-field="key">
        <TextInput
          label={t('attribute.key')}
          required
          value={key}
          disabled={attribute !== undefined}
          autoFocus={attribute === undefined}
          inputProps={{ maxLength: 255 }}
          error={problems.key}
          onChange={(event) => {
            setKey(event.target.value);
            note('key');
          }}
        />
      </Box>
      <Box data-field="value">
        <TypedValueInput
          value={typed}
          autoFocus={attribute !== undefined}
          mayBeEmpty={attribute !== undefined}
          error={problems.value}
          onChange={(next) => {
            setTyped(next);
            note('value');
          }}
        />
      </Box>
    </FormDialog>
  );
}
