import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../editors/code-editor.tsx';
import { isJsonObject, readJson } from '../editors/json-text.ts';

/** Finds where the configuration of a node is typed. */
export const CONFIGURATION_TEXT = '[data-json-configuration] .cm-content';

type Configuration = Readonly<Record<string, unknown>>;

const textOf = (value: Configuration) => JSON.stringify(value, null, 2);

/** The configuration of a node as JSON, taken over whenever it is an object. */
export function JsonConfiguration(props: {
  value: Configuration;
  /** What is typed, while it is no object. */
  unread: string | undefined;
  readOnly: boolean;
  onChange: (value: Configuration) => void;
  /** Something else is typed: no object, or undefined for what can be read. */
  onUnread: (text: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const { value, unread } = props;
  const [typed, setTyped] = useState({ text: textOf(value), value });
  // A configuration that was not typed here, such as by undoing, is written anew.
  const isTyped = JSON.stringify(typed.value) === JSON.stringify(value);
  return (
    <div data-json-configuration="">
      <CodeEditor
        label={t('rules.configuration')}
        language="json"
        value={unread ?? (isTyped ? typed.text : textOf(value))}
        readOnly={props.readOnly}
        error={unread === undefined ? undefined : t('rules.notAnObject')}
        minHeight={200}
        onChange={(text) => {
          const read = readJson(text);
          if (!('value' in read) || !isJsonObject(read.value)) return props.onUnread(text);
          setTyped({ text, value: read.value });
          props.onUnread(undefined);
          props.onChange(read.value);
        }}
      />
    </div>
  );
}
