import { Box } from '@mui/material';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** A line of a terminal; `kind` decides on its colour. */
export interface TerminalLine {
  id: number;
  kind: 'input' | 'output' | 'error';
  text: string;
}

/** Lines and earlier inputs that are kept. */
const MAX_LINES = 1000;
const MAX_EARLIER = 100;
/** Characters of a line. */
const MAX_LENGTH = 100_000;

export interface Terminal {
  lines: readonly TerminalLine[];
  print: (kind: TerminalLine['kind'], text: string) => void;
}

export function useTerminal(): Terminal {
  const [lines, setLines] = useState<readonly TerminalLine[]>([]);
  const next = useRef(0);
  return {
    lines,
    print(kind, text) {
      const line = { id: next.current++, kind, text: text.slice(0, MAX_LENGTH) };
      setLines((before) => [...before, line].slice(-MAX_LINES));
    },
  };
}

const COLORS = { input: 'var(--text)', output: 'var(--text-2)', error: 'var(--critical)' } as const;

/** What was said and answered, and below it the line to type in; arrow keys bring back what was typed before. */
export function CommandLine(props: {
  label: string;
  /** Stands before the input. */
  prompt: string;
  terminal: Terminal;
  /** While true, nothing can be entered. */
  isBusy: boolean;
  /** A key with Ctrl is the caller's when it returns true. */
  onControlKey?: (key: string) => boolean;
  onEnter: (text: string) => void;
}) {
  const { terminal, prompt } = props;
  const [text, setText] = useState('');
  const earlier = useRef<string[]>([]);
  const [back, setBack] = useState(0);
  const bottom = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const count = terminal.lines.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added last is in sight
  useLayoutEffect(() => {
    const box = bottom.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [count]);

  const recall = (steps: number) => {
    const at = Math.min(earlier.current.length, Math.max(0, steps));
    setBack(at);
    setText(earlier.current.at(-at) ?? '');
    if (at === 0) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey && props.onControlKey?.(event.key)) event.preventDefault();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      recall(back + (event.key === 'ArrowUp' ? 1 : -1));
    } else if (event.key === 'Enter' && !props.isBusy && text.trim() !== '') {
      earlier.current = [...earlier.current, text].slice(-MAX_EARLIER);
      terminal.print('input', `${prompt} ${text}`);
      props.onEnter(text.trim());
      setText('');
      setBack(0);
    }
  };

  return (
    <Box
      ref={bottom}
      dir="ltr"
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) input.current?.focus();
      }}
      sx={{
        flex: 1,
        alignSelf: 'stretch',
        minHeight: 0,
        overflow: 'auto',
        p: 2,
        borderRadius: 1,
        bgcolor: 'var(--surface-2)',
        fontFamily: 'var(--mono, monospace)',
        fontSize: 12.5,
        lineHeight: 1.5,
        cursor: 'text',
      }}
    >
      <Box role="log" aria-label={props.label}>
        {terminal.lines.map((line) => (
          <Box key={line.id} sx={{ color: COLORS[line.kind], whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {line.text}
          </Box>
        ))}
      </Box>
      <Box component="label" sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Box component="span" sx={{ color: 'var(--text-3)', flex: 'none' }}>
          {prompt}
        </Box>
        <Box
          component="input"
          ref={input}
          aria-label={props.label}
          value={text}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          sx={{
            flex: 1,
            minWidth: 0,
            p: 0,
            border: 0,
            outline: 0,
            bgcolor: 'transparent',
            color: 'var(--text)',
            font: 'inherit',
            opacity: props.isBusy ? 0.5 : 1,
          }}
        />
      </Box>
    </Box>
  );
}
