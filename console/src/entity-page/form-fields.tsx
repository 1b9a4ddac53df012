import './texts/texts.ts';
import { Box, FormControlLabel, IconButton, MenuItem, Radio, RadioGroup, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, Fragment, type MouseEvent, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isTakenAway } from '../api/failure.ts';
import { ChipsInput } from '../controls/chips-input.tsx';
import type { Choice } from '../controls/choice.ts';
import { CopyIconButton } from '../controls/copy-button.tsx';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { RatesInput } from '../controls/rates-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { SuggestedInput } from '../controls/suggested-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { PasswordInput, TextInput } from '../controls/text-input.tsx';
import { BESIDE_LABEL, FieldHelp } from '../help/field-help.tsx';
import { choiceOf, type FormField, type FormState, type FormValue, keysOf } from './form.ts';

const SchemaEditor = lazyPart(async () => (await import('../editors/schema-editor.tsx')).SchemaEditor);

const MappingsInput = lazyPart(async () => (await import('../controls/mappings-input.tsx')).MappingsInput);

const ImageInput = lazyPart(async () => (await import('../controls/image-input.tsx')).ImageInput);

/** The value of a picker with its name, which is asked for where only the id is stored. */
export function useNamedChoice(field: FormField, value: FormValue): Choice | null {
  const choice = choiceOf(value);
  const unnamed = choice !== null && choice.label === '' && field.labelOf !== undefined;
  const named = useQuery({
    queryKey: ['named', field.name, choice?.id],
    queryFn: () => field.labelOf?.(choice?.id ?? '') ?? '',
    enabled: unnamed,
    staleTime: 60_000,
  });
  if (!choice || !unnamed) return choice;
  // What is gone, or hidden from this user, still has its id.
  if (named.isError) return { id: choice.id, label: choice.id, isGone: isTakenAway(named.error) };
  return { id: choice.id, label: named.data ?? '…' };
}

function PickerField(props: { field: FormField; form: FormState; focus: boolean }) {
  const { field, form } = props;
  const { kind = field.name, load = field.load } = field.loadFor?.(form.values) ?? {};
  return (
    <EntityPicker
      autoFocus={props.focus}
      kind={kind}
      label={field.label}
      required={field.required}
      help={field.help}
      error={form.problems[field.name]}
      placeholder={field.placeholder}
      disabled={field.readOnly}
      value={useNamedChoice(field, form.values[field.name] ?? null)}
      load={load ?? (() => Promise.resolve([]))}
      noMatches={field.noMatches}
      onChange={(next) => form.change(field.name, next)}
    />
  );
}

function Field(props: { field: FormField; form: FormState; focus: boolean }) {
  const { field, form } = props;
  const value = form.values[field.name] ?? null;
  const error = form.problems[field.name];
  const change = (next: FormValue) => form.change(field.name, next);
  switch (field.kind) {
    case 'switch':
      return (
        <SwitchInput
          label={field.label}
          help={field.help}
          error={error}
          disabled={field.readOnly}
          autoFocus={props.focus}
          checked={value === true}
          onChange={change}
        />
      );
    case 'picker':
      return <PickerField field={field} form={form} focus={props.focus} />;
    case 'suggested':
      return (
        <SuggestedInput
          kind={field.suggest?.kind ?? field.name}
          label={field.label}
          required={field.required}
          help={field.help}
          error={error}
          disabled={field.readOnly}
          autoFocus={props.focus}
          value={typeof value === 'string' ? value : ''}
          onChange={change}
          onBlur={() => form.blur(field.name)}
          load={field.suggest?.load ?? (() => Promise.resolve([]))}
        />
      );
    case 'keys': {
      const suggest = field.suggestFor?.(form.values) ?? field.suggest;
      return (
        <ChipsInput
          kind={suggest?.kind ?? field.name}
          label={field.label}
          help={field.help}
          error={error}
          disabled={field.readOnly}
          autoFocus={props.focus}
          placeholder={field.placeholder}
          value={keysOf(value)}
          onChange={change}
          load={suggest?.load ?? (() => Promise.resolve([]))}
        />
      );
    }
    case 'rates':
      return (
        <RatesInput
          label={field.label}
          help={field.help}
          error={error}
          value={keysOf(value)}
          emptyWords={field.emptyWords ?? ''}
          onChange={change}
          onBlur={() => form.blur(field.name)}
        />
      );
    case 'mappings':
      return (
        <Suspense fallback={<SkeletonLines count={1} />}>
          <MappingsInput
            label={field.label}
            help={field.help}
            error={error}
            value={keysOf(value)}
            emptyWords={field.emptyWords ?? ''}
            browse={field.browse}
            onChange={change}
            onBlur={() => form.blur(field.name)}
          />
        </Suspense>
      );
    case 'schema':
      return (
        <Suspense fallback={<SkeletonLines />}>
          <SchemaEditor
            label={field.label}
            help={field.help}
            error={error}
            readOnly={field.readOnly ?? false}
            value={typeof value === 'string' ? value : ''}
            onChange={change}
          />
        </Suspense>
      );
    case 'image':
      return (
        <Suspense fallback={<SkeletonLines count={1} />}>
          <ImageInput
            label={field.label}
            help={field.help}
            error={error}
            value={typeof value === 'string' ? value : ''}
            onChange={change}
          />
        </Suspense>
      );
    case 'part': {
      const { part: Part } = field;
      return (
        Part && (
          <Suspense fallback={<SkeletonLines count={2} />}>
            <Part field={field} form={form} error={error} />
          </Suspense>
        )
      );
    }
    case 'radio':
      return (
        <RadioGroup
          row
          aria-label={field.label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => change(event.target.value)}
        >
          {field.options?.map((option) => (
            <FormControlLabel key={option.id} value={option.id} control={<Radio size="small" />} label={option.label} />
          ))}
        </RadioGroup>
      );
    case 'choice':
      return (
        <SelectInput
          label={field.label}
          help={field.help}
          error={error}
          disabled={field.readOnly ?? false}
          value={typeof value === 'string' ? value : ''}
          onChange={change}
        >
          {field.options?.map((option) => (
            <MenuItem key={option.id} value={option.id}>
              {option.label}
            </MenuItem>
          ))}
        </SelectInput>
      );
    default: {
      const input = {
        name: field.name,
        label: field.label,
        required: field.required,
        help: field.help,
        error,
        disabled: field.readOnly ?? false,
        autoFocus: props.focus,
        value: typeof value === 'string' ? value : '',
        onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(event.target.value),
        onBlur: () => form.blur(field.name),
      };
      if (field.type === 'password') return <PasswordInput {...input} autoComplete="new-password" />;
      return (
        <TextInput
          {...input}
          type={field.type ?? 'text'}
          inputProps={field.isNumber ? { inputMode: 'numeric' } : {}}
          multiline={field.kind === 'multiline'}
          minRows={field.kind === 'multiline' ? 3 : 1}
          placeholder={field.placeholder ?? ''}
          endAdornment={
            field.unit ? (
              <span className="unit">{field.unit}</span>
            ) : (
              field.copies && <CopyIconButton text={typeof value === 'string' ? value : ''} name={field.label} />
            )
          }
        />
      );
    }
  }
}

/** At the end of the line of the label; the field gets the focus, so that one can type at once. */
function UnlockButton(props: { label: string; onClick: () => void }) {
  const { t } = useTranslation();
  const unlock = (event: MouseEvent<HTMLElement>) => {
    const place = event.currentTarget.parentElement;
    props.onClick();
    requestAnimationFrame(() => place?.querySelector<HTMLElement>('input, textarea, [role="combobox"]')?.focus());
  };
  const name = t('form.unlock', { name: props.label });
  return (
    <Tooltip title={name}>
      <IconButton
        size="small"
        aria-label={name}
        onClick={unlock}
        sx={{ position: 'absolute', top: -4, insetInlineEnd: 0, p: '5px' }}
      >
        <Icon name="edit" size={14} />
      </IconButton>
    </Tooltip>
  );
}

/** The fields of a form, one below the other. */
export function FormFields(props: {
  fields: readonly FormField[];
  form: FormState;
  /** Name of the field that has the focus at first. */
  focus?: string | undefined;
}) {
  const { form } = props;
  const shown = props.fields.filter((field) => field.shown?.(form.values) ?? true);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {shown.map((field, index) => (
        <Fragment key={field.name}>
          {field.section !== undefined && field.section !== shown[index - 1]?.section && (
            <Box component="h3" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: '8px 0 -4px' }}>
              {field.section}
            </Box>
          )}
          <Box
            data-field={field.name}
            sx={{ minWidth: 0, ...(field.unlock || field.helpId ? { position: 'relative' } : {}) }}
          >
            <Field field={field} form={form} focus={field.name === props.focus} />
            {field.helpId && (
              <Box sx={BESIDE_LABEL}>
                <FieldHelp helpId={field.helpId} label={field.label} />
              </Box>
            )}
            {field.readOnly && field.unlock && <UnlockButton label={field.label} onClick={field.unlock} />}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}
