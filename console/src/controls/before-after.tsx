import { Box } from '@mui/material';
import { useId, useMemo } from 'react';
import { changedLines, GAP } from './changed-lines.ts';

/** How lines that only one of the texts has are told from the others: by a sign, and by a colour behind them. */
interface Mark {
  sign: '−' | '+';
  colour: string;
  label: string;
}

/** Two texts line by line: what is only in one of them is marked. Of long ones the lines from the first to the last change. */
export function BeforeAfter({
  before,
  after,
  labels,
}: {
  before: string;
  after: string;
  labels: readonly [string, string];
}) {
  const [old, now] = useMemo(() => changedLines(before, after), [before, after]);
  const captionId = useId();
  const mark = (lines: readonly string[], others: readonly string[], { sign, colour, label }: Mark) => (
    <Box component="figure" sx={{ m: 0, flex: 1, minWidth: 0 }}>
      <Box component="figcaption" id={captionId + sign} sx={{ fontSize: 12, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box
        component="pre"
        role="group"
        aria-labelledby={captionId + sign}
        // Long ones can be scrolled by keyboard.
        tabIndex={0}
        sx={{
          m: 0,
          p: 2,
          fontSize: 12,
          overflow: 'auto',
          maxHeight: 240,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          background: 'var(--surface-2)',
          borderRadius: '6px',
        }}
      >
        {lines.map((line, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text
            key={index}
            component="span"
            sx={{
              display: 'block',
              position: 'relative',
              paddingInlineStart: '14px',
              ...(line === GAP || others.includes(line)
                ? {}
                : { background: colour, '&::before': { content: `"${sign}"`, position: 'absolute', left: 3 } }),
            }}
          >
            {line || ' '}
          </Box>
        ))}
      </Box>
    </Box>
  );
  return (
    <Box sx={{ display: 'flex', gap: 2, mt: 1, flexDirection: { xs: 'column', sm: 'row' } }}>
      {mark(old, now, { sign: '−', colour: 'var(--critical-soft)', label: labels[0] })}
      {mark(now, old, { sign: '+', colour: 'var(--ok-soft)', label: labels[1] })}
    </Box>
  );
}
