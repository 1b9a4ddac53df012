import { Box } from '@mui/material';
import { Suspense } from 'react';
import { ColorInput } from '../controls/color-input.tsx';
import { IconInput } from '../controls/icon-input.tsx';
import { ImageInput } from '../controls/image-input.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { PasswordInput, TextInput } from '../controls/text-input.tsx';
import { typeOf } from './settings-schema.ts';
import {
  ChoiceField,
  ChoicesField,
  type ControlProps,
  DateField,
  hintOf,
  NumberField,
  RadiosField,
  TextsField,
} from './simple-fields.tsx';

// Forms without code never fetch the editor.
const CodeInput = lazyPart(async () => (await import('../editors/code-input.tsx')).CodeInput);
const FunctionInput = lazyPart(async () => (await import('../editors/function-input.tsx')).FunctionInput);
const JsonInput = lazyPart(async () => (await import('../editors/json-input.tsx')).JsonInput);

/** px of an editor that is on its way. */
const EDITOR_HEIGHT = 130;

const asText = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function CodeField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const { control } = field;
  const common = { label, help: field.help, error, required: field.isRequired, readOnly, helpId: field.helpId };
  const code = {
    ...common,
    value: asText(value),
    onChange: (text: string) => onChange(text === '' ? undefined : text),
  };
  if (control === 'value') {
    return <JsonInput {...common} objectsOnly={typeOf(field.schema) === 'object'} value={value} onChange={onChange} />;
  }
  if (control === 'javascript') return <FunctionInput {...code} parameters={field.parameters} />;
  const language = control === 'html' || control === 'css' || control === 'markdown' ? control : 'json';
  return <CodeInput {...code} language={language} />;
}

/**
 * The control for a field without others in it. A field that is emptied takes its setting out of the settings; a checkbox
 * is always true or false from then on.
 */
export function FieldControl(props: ControlProps) {
  const { field, label, value, onChange, error, readOnly } = props;
  const common = { label, help: field.help, error, required: field.isRequired, disabled: readOnly };
  const changeText = (text: string) => onChange(text === '' ? undefined : text);
  const text = {
    ...common,
    value: asText(value),
    placeholder: hintOf(field),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => changeText(target.value),
  };
  switch (field.control) {
    case 'number':
      return <NumberField {...props} />;
    case 'switch':
      return (
        <SwitchInput
          label={label}
          help={field.help}
          error={error}
          disabled={readOnly}
          checked={typeof value === 'boolean' ? value : field.schema.default === true}
          onChange={onChange}
        />
      );
    case 'textarea':
      return <TextInput {...text} multiline minRows={3} maxRows={12} />;
    case 'password':
      return <PasswordInput {...text} autoComplete="new-password" />;
    case 'color':
      return <ColorInput {...common} value={asText(value)} placeholder={hintOf(field)} onChange={changeText} />;
    case 'icon':
      return <IconInput {...common} value={asText(value)} placeholder={hintOf(field)} onChange={changeText} />;
    case 'image':
      return <ImageInput label={label} help={field.help} error={error} value={asText(value)} onChange={changeText} />;
    case 'date':
      return <DateField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    case 'texts':
      return <TextsField {...props} />;
    case 'radios':
      return <RadiosField {...props} />;
    case 'javascript':
    case 'html':
    case 'css':
    case 'markdown':
    case 'json':
    case 'value':
      return (
        <Suspense fallback={<Box sx={{ height: EDITOR_HEIGHT }} />}>
          <CodeField {...props} />
        </Suspense>
      );
    default:
      return <TextInput {...text} />;
  }
}
