import './texts/texts.ts';
import { Box } from '@mui/material';
import { type Ref, useId, useImperativeHandle } from 'react';
import { goToLine } from './code-marks.ts';
import { type CodeMirrorProps, useCodeMirror } from './use-code-mirror.ts';

/** What can be done with an editor from outside. */
export interface CodePaneHandle {
  goTo: (line: number, column?: number) => void;
}

/** An editor for code that fills the box around it. */
export function CodePane({ handle, ...props }: CodeMirrorProps & { handle?: Ref<CodePaneHandle> }) {
  const id = useId();
  const { host, view } = useCodeMirror(id, props);
  useImperativeHandle(handle, () => ({ goTo: (line, column) => view.current && goToLine(view.current, line, column) }));
  return (
    <Box
      dir="ltr"
      sx={{
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        overflow: 'hidden',
        background: 'var(--surface-2)',
        '&:focus-within': { boxShadow: 'inset 0 0 0 2px var(--accent)' },
        '& > div, & .cm-editor': { height: '100%' },
        '& .cm-scroller': { overflow: 'auto' },
      }}
    >
      <div ref={host} />
    </Box>
  );
}
