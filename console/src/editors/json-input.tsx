import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from './code-input.tsx';

/** A value as the text that is edited; empty for none. */
const textOf = (value: unknown) => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2));

/** What a text says: nothing, a value, or no JSON at all. */
function readJson(text: string, objectsOnly: boolean): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return objectsOnly && !isObject ? undefined : { value };
  } catch {
    return undefined;
  }
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
  const read = readJson(text, objectsOnly);
  const isStale = read !== undefined && JSON.stringify(read.value ?? null) !== JSON.stringify(value ?? null);
  const shown = isStale ? textOf(value) : text;
  return (
    <CodeInput
      label={props.label}
      language="json"
      value={shown}
      help={props.help}
      required={props.required}
      readOnly={props.readOnly}
      minHeight={props.minHeight ?? 60}
      error={read ? props.error : t(objectsOnly ? 'schema.noObject' : 'schema.noJson')}
      onChange={(next) => {
        setText(next);
        const now = readJson(next, objectsOnly);
        if (now) props.onChange(now.value);
      }}
    />
  );
}
