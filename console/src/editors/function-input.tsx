import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { ComponentProps } from 'react';
import { CodeInput } from './code-input.tsx';

/** Offers the parameters of a function where a name may stand. */
function completeParameters(parameters: readonly string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$]+/);
    if (!word && !context.explicit) return null;
    // What follows a dot is a member of something else.
    if (context.matchBefore(/\.[\w$]*/)) return null;
    return {
      from: word?.from ?? context.pos,
      options: parameters.map((label) => ({ label, type: 'variable' })),
      validFor: /^[\w$]*$/,
    };
  };
}

/** The body of a JavaScript function below its head. */
export function FunctionInput({
  parameters,
  ...props
}: Omit<ComponentProps<typeof CodeInput>, 'language' | 'head' | 'foot' | 'complete' | 'tidy'> & {
  /** Absent where they are not known. */
  parameters?: readonly string[] | undefined;
}) {
  return (
    <CodeInput
      {...props}
      language="javascript"
      {...(parameters
        ? { head: `function (${parameters.join(', ')}) {`, foot: '}', complete: completeParameters(parameters) }
        : {})}
    />
  );
}
