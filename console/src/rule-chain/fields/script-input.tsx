import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { Button } from '@mui/material';
import type { ScriptKind } from '@signalbox/contract/rule-nodes/form-fields';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../editors/code-editor.tsx';
import { HelpButton } from '../../help/help-button.tsx';
import type { ExampleMessage } from '../example-message.ts';

/** Names of the functions that scripts are the bodies of, by purpose. */
export const FUNCTION_NAMES: Readonly<Record<ScriptKind, string>> = {
  filter: 'Filter',
  switch: 'Switch',
  update: 'Transform',
  generate: 'Generate',
  json: 'Details',
  string: 'ToString',
};

/** Parameters of those functions. */
export const argumentsOf = (kind: ScriptKind): readonly string[] =>
  kind === 'generate' ? ['prevMsg', 'prevMetadata', 'prevMsgType'] : ['msg', 'metadata', 'msgType'];

function membersAt(value: unknown, path: readonly string[]): string[] {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return [];
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? Object.keys(at) : [];
}

/** Offers the members of `msg` and `metadata` as a real message has them, and the parameters themselves. */
export function completeFrom(example: ExampleMessage | undefined, kind: ScriptKind) {
  const [msg, metadata] = argumentsOf(kind);
  return (context: CompletionContext): CompletionResult | null => {
    const path = context.matchBefore(/[\w$]+(?:\.[\w$]*)+/);
    if (path) {
      const parts = path.text.split('.');
      const written = parts.pop() ?? '';
      const root = parts.shift();
      const value = root === msg ? example?.msg : root === metadata ? example?.metadata : undefined;
      const options = membersAt(value, parts).map((label) => ({ label, type: 'property' }));
      return options.length === 0 ? null : { from: path.to - written.length, options, validFor: /^[\w$]*$/ };
    }
    const word = context.matchBefore(/[\w$]+/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: argumentsOf(kind).map((label) => ({ label, type: 'variable' })),
      validFor: /^[\w$]*$/,
    };
  };
}

/** The script of a node: the body of a function, with a try. */
export function ScriptInput(props: {
  label: string;
  kind: ScriptKind;
  value: string;
  readOnly: boolean;
  example: ExampleMessage | undefined;
  error?: string | undefined;
  help?: string | undefined;
  onChange: (value: string) => void;
  onTest: () => void;
}) {
  const { t } = useTranslation();
  const { kind } = props;
  return (
    <div>
      <CodeEditor
        label={props.label}
        language="javascript"
        head={`function ${FUNCTION_NAMES[kind]}(${argumentsOf(kind).join(', ')}) {`}
        foot="}"
        value={props.value}
        readOnly={props.readOnly}
        complete={completeFrom(props.example, kind)}
        error={props.error}
        help={props.help}
        aside={<HelpButton helpId={`functions/rule-${kind}`} name={props.label} size="small" />}
        onChange={props.onChange}
      />
      <Button variant="outlined" size="small" sx={{ mt: 2 }} onClick={props.onTest}>
        {t('rules.test.open')}
      </Button>
    </div>
  );
}
