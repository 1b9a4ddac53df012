import './texts/texts.ts';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { Box } from '@mui/material';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from './code-input.tsx';
import type { CodeMark } from './code-marks.ts';
import type { FunctionFault } from './function-faults.ts';

/** ms after the last key, before what was typed is looked at. */
const PAUSE = 300;
const NONE: readonly CodeMark[] = [];

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

/** What is wrong with the code as it stands, found without running it. */
function useFaults(value: string, parameters: readonly string[] | undefined, isOff: boolean): readonly FunctionFault[] {
  const [found, setFound] = useState<{ value: string; faults: readonly FunctionFault[] }>();
  const names = parameters?.join(' ');
  useEffect(() => {
    if (isOff || names === undefined || value.trim() === '') return;
    let isThere = true;
    const timer = setTimeout(() => {
      import('./function-faults.ts').then(
        ({ functionFaults }) => {
          if (isThere) setFound({ value, faults: functionFaults(value, names.split(' ').filter(Boolean)) });
        },
        // Without it nothing is said.
        () => undefined,
      );
    }, PAUSE);
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [value, names, isOff]);
  return found?.value === value ? found.faults : [];
}

/** What running a function showed to be wrong. */
export interface RunFault {
  /** In words. */
  message: string;
  /** From 1. */
  line?: number | undefined;
}

/** The body of a JavaScript function below its head. What does not parse, and names that nothing has, are marked. */
export function FunctionInput({
  parameters,
  check,
  ...props
}: Omit<ComponentProps<typeof CodeInput>, 'language' | 'head' | 'foot' | 'complete' | 'tidy' | 'marks'> & {
  /** Absent where they are not known. */
  parameters?: readonly string[] | undefined;
  /** Runs it once it is left; what is wrong is said until it is edited. */
  check?: ((body: string) => Promise<RunFault | undefined>) | undefined;
}) {
  const { t } = useTranslation();
  const { value, error, readOnly = false } = props;
  const [ran, setRan] = useState<{ value: string; fault: RunFault | undefined }>();
  const faults = useFaults(value, parameters, readOnly);
  const fault = ran?.value === value ? ran.fault : undefined;
  const said = [
    ...faults.map(
      ({ line, column, what }): CodeMark => ({
        line,
        column,
        severity: 'error',
        message: 'unknown' in what ? t('schema.unknownName', { name: what.unknown }) : what.syntax,
      }),
    ),
    ...(fault ? [{ line: fault.line ?? 0, severity: 'error' as const, message: fault.message }] : []),
  ];
  // The same list as long as it says the same.
  const [marks, setMarks] = useState(NONE);
  if (JSON.stringify(marks) !== JSON.stringify(said)) setMarks(said);
  const [first] = said;
  const own =
    first && (first.line > 0 ? t('schema.atLine', { line: first.line, message: first.message }) : first.message);
  return (
    <Box
      onBlur={() => {
        if (check && !readOnly && value.trim() !== '' && ran?.value !== value)
          void check(value).then(
            (found) => setRan({ value, fault: found }),
            () => undefined,
          );
      }}
    >
      <CodeInput
        {...props}
        language="javascript"
        marks={marks}
        error={error ?? own}
        {...(parameters
          ? { head: `function (${parameters.join(', ')}) {`, foot: '}', complete: completeParameters(parameters) }
          : {})}
      />
    </Box>
  );
}
