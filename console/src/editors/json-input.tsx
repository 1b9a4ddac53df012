import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from './code-input.tsx';
import { isJsonObject, jsonFault, readJson } from './json-text.ts';

/** A value as the text that is edited; empty for none. */
const textOf = (value: unknown) => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2));

/** The value of a text that can be taken; undefined for what is no JSON, or no object where one is needed. */
function takenFrom(text: string, objectsOnly: boolean): { value: unknown } | undefined {
  const read = readJson(text);
  if (!('value' in read)) return undefined;
  return objectsOnly && read.value !== undefined && !isJsonObject(read.value) ? undefined : read;
}

/** A value as JSON. It changes with every text that is JSON; what is not is kept, and said to be wrong. */
export function JsonInput(props: {
  label: string;
  value: unknown;
  /** undefined: the text is empty */
  onChange: (value: unknown) => void;
  /** Anything but an object is wrong. */
  objectsOnly?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  minHeight?: number;
}) {
  const { t } = useTranslation();
  const { value, objectsOnly = false } = props;
  const [text, setText] = useState(() => textOf(value));
  const [wasFilled, setFilled] = useState(text !== '');
  const read = takenFrom(text, objectsOnly);
  const isStale = read !== undefined && JSON.stringify(read.value ?? null) !== JSON.stringify(value ?? null);
  const shown = isStale ? textOf(value) : text;
  const fault = read ? undefined : jsonFault(shown);
  const problem = fault === undefined ? t('schema.noObject') : t('schema.noJson', { reason: fault });
  // Once it was emptied: what nobody has been to yet is for the form to say.
  const isMissing = props.required === true && read !== undefined && shown.trim() === '' && wasFilled;
  return (
    <CodeInput
      label={props.label}
      language="json"
      value={shown}
      help={props.help}
      required={props.required}
      readOnly={props.readOnly}
      minHeight={props.minHeight ?? 60}
      indent={2}
      error={read ? (props.error ?? (isMissing ? t('schema.jsonRequired') : undefined)) : problem}
      onChange={(next) => {
        setText(next);
        if (next.trim() !== '') setFilled(true);
        const now = takenFrom(next, objectsOnly);
        if (now) props.onChange(now.value);
      }}
    />
  );
}
