import { Box, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attribute } from '../../api/telemetry.ts';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import type { FormProblems } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useSubmission } from '../use-submission.ts';
import { parseValue, VALUE_TYPES, type ValueType, valueText, valueTypeOf } from './attribute-value.ts';

/** Adds an attribute, or changes the value of `attribute`. */
export function AttributeDialog(props: {
  attribute: Attribute | undefined;
  save: (key: string, value: unknown) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { attribute } = props;
  const [initial] = useState<{ key: string; type: ValueType; text: string }>(() => ({
    key: attribute?.key ?? '',
    type: attribute ? valueTypeOf(attribute.value) : 'string',
    text: attribute ? valueText(attribute.value) : '',
  }));
  const [key, setKey] = useState(initial.key);
  const [type, setType] = useState(initial.type);
  const [text, setText] = useState(initial.text);
  const fields = [
    { name: 'key', label: t('attribute.key') },
    { name: 'value', label: t('attribute.value') },
  ];
  const submission = useSubmission(fields);
  const { problems, note } = submission;

  const name = key.trim();
  const value = type === 'boolean' ? text === 'true' : parseValue(type, text);
  const check = (): FormProblems => ({
    ...(name === '' ? { key: t('common.required') } : {}),
    ...(value === undefined ? { value: t(`attribute.invalid.${type}`) } : {}),
  });
  const submit = () =>
    submission.submit(check, async () => {
      await props.save(name, value);
      props.onClose();
    });

  return (
    <FormDialog
      title={t(attribute ? 'attribute.edit' : 'attribute.add')}
      submitLabel={t(attribute ? 'action.save' : 'action.add')}
      dirty={key !== initial.key || type !== initial.type || text !== initial.text}
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
      <SelectInput
        label={t('attribute.type')}
        value={type}
        onChange={(next) => {
          setType(next as ValueType);
          note('value');
        }}
      >
        {VALUE_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`attribute.types.${one}`)}
          </MenuItem>
        ))}
      </SelectInput>
      <Box data-field="value">
        {type === 'boolean' ? (
          <SelectInput label={t('attribute.value')} value={text === 'true' ? 'true' : 'false'} onChange={setText}>
            <MenuItem value="true">true</MenuItem>
            <MenuItem value="false">false</MenuItem>
          </SelectInput>
        ) : (
          <TextInput
            label={t('attribute.value')}
            value={text}
            multiline={type === 'json'}
            minRows={type === 'json' ? 4 : 1}
            autoFocus={attribute !== undefined}
            error={problems.value}
            onChange={(event) => {
              setText(event.target.value);
              note('value');
            }}
          />
        )}
      </Box>
    </FormDialog>
  );
}
