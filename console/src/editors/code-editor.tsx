import { Box } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Field } from '../controls/text-input.tsx';
import { type CodeMirrorProps, useCodeMirror } from './use-code-mirror.ts';

/** An editor for code, with its label. */
export function CodeEditor(
  props: CodeMirrorProps & {
    help?: string | undefined;
    error?: string | undefined;
    /** Before and after the code: the head and the end of the function that it is the body of. */
    head?: string | undefined;
    foot?: string | undefined;
    /** Beside the label. */
    aside?: ReactNode;
    required?: boolean | undefined;
    minHeight?: number;
    maxHeight?: number;
  },
) {
  const id = useId();
  const { host } = useCodeMirror(`${id}-code`, props);
  const { label } = props;
  const line = (text: string) => (
    <Box
      component="code"
      aria-hidden="true"
      sx={{ display: 'block', px: 3, py: 0.5, fontSize: 12, color: 'text.secondary', background: 'var(--line-2)' }}
    >
      {text}
    </Box>
  );
  return (
    <Field
      label={label}
      inputId={`${id}-code`}
      required={props.required}
      help={props.help}
      error={props.error}
      aside={props.aside}
    >
      <Box
        dir="ltr"
        sx={{
          border: '1px solid',
          borderColor: props.error === undefined ? 'var(--line)' : 'var(--critical)',
          borderRadius: '6px',
          overflow: 'hidden',
          background: 'var(--surface-2)',
          '&:focus-within': { outline: '2px solid var(--accent)', outlineOffset: -1 },
          '& .cm-editor': { maxHeight: props.maxHeight ?? 360 },
          '& .cm-scroller': { minHeight: props.minHeight ?? 80, overflow: 'auto' },
        }}
      >
        {props.head !== undefined && line(props.head)}
        <div ref={host} />
        {props.foot !== undefined && line(props.foot)}
      </Box>
    </Field>
  );
}
