import { Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem } from '@mui/material';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attribute } from '../../api/telemetry.ts';
import { errorText } from '../../controls/error-text.ts';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { parseValue, VALUE_TYPES, type ValueType, valueText, valueTypeOf } from './attribute-value.ts';

/** Adds an attribute, or changes the value of `attribute`. */
export function AttributeDialog(props: {
  attribute: Attribute | undefined;
  save: (key: string, value: unknown) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { attribute } = props;
  const [key, setKey] = useState(attribute?.key ?? '');
  const [type, setType] = useState<ValueType>(attribute ? valueTypeOf(attribute.value) : 'string');
  const [text, setText] = useState(attribute ? valueText(attribute.value) : '');
  const [errors, setErrors] = useState<{ key?: string; value?: string }>({});
  const [busy, setBusy] = useState(false);
  const keyInput = useRef<HTMLInputElement>(null);
  const valueInput = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const name = key.trim();
    if (name === '') {
      setErrors({ key: t('common.required') });
      return keyInput.current?.focus();
    }
    const value = type === 'boolean' ? text === 'true' : parseValue(type, text);
    if (value === undefined) {
      setErrors({ value: t(`attribute.invalid.${type}`) });
      return valueInput.current?.focus();
    }
    setBusy(true);
    try {
      await props.save(name, value);
      props.onClose();
    } catch (error) {
      setBusy(false);
      setErrors({ value: errorText(error) });
    }
  }

  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth aria-labelledby="attribute-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="attribute-title">{t(attribute ? 'attribute.edit' : 'attribute.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <TextInput
            label={t('attribute.key')}
            required
            value={key}
            disabled={attribute !== undefined}
            autoFocus={attribute === undefined}
            inputRef={keyInput}
            inputProps={{ maxLength: 255 }}
            error={errors.key}
            onChange={(event) => setKey(event.target.value)}
          />
          <SelectInput label={t('attribute.type')} value={type} onChange={(value) => setType(value as ValueType)}>
            {VALUE_TYPES.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`attribute.types.${one}`)}
              </MenuItem>
            ))}
          </SelectInput>
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
              inputRef={valueInput}
              error={errors.value}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            {t(attribute ? 'action.save' : 'action.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
