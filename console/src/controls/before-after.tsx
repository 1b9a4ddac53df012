import { Box } from '@mui/material';

/** Two texts line by line: what is only in one of them is marked. */
export function BeforeAfter({
  before,
  after,
  labels,
}: {
  before: string;
  after: string;
  labels: readonly [string, string];
}) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const mark = (lines: readonly string[], others: readonly string[], colour: string, label: string) => (
    <Box
      component="pre"
      aria-label={label}
      // Long ones can be scrolled by keyboard.
      tabIndex={0}
      sx={{
        m: 0,
        p: 2,
        flex: 1,
        minWidth: 0,
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
          sx={{ display: 'block', ...(others.includes(line) ? {} : { background: colour }) }}
        >
          {line || ' '}
        </Box>
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'flex', gap: 2, mt: 1, flexDirection: { xs: 'column', sm: 'row' } }}>
      {mark(old, now, 'var(--critical-soft)', labels[0])}
      {mark(now, old, 'var(--ok-soft)', labels[1])}
    </Box>
  );
}
