import { Box } from '@mui/material';
import { CopyButton } from './copy-button.tsx';

/** A command for a shell under its title, with what is to be said about it and a button that copies it. */
export function ShellCommand(props: { title: string; text: string; notes?: readonly string[]; copyName: string }) {
  return (
    <Box component="section">
      <Box component="h3" sx={{ typography: 'h3', m: '0 0 6px' }}>
        {props.title}
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={props.title}
        sx={{
          font: '12px/18px ui-monospace, Menlo, Consolas, monospace',
          background: 'var(--surface-2)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          p: '10px 12px',
          m: '0 0 10px',
          whiteSpace: 'pre-wrap',
          wordBreak: 'break-all',
        }}
      >
        {props.text}
      </Box>
      {props.notes?.map((note) => (
        <Box key={note} sx={{ fontSize: 13, color: 'text.secondary', mb: 2.5 }}>
          {note}
        </Box>
      ))}
      <CopyButton text={props.text} name={props.copyName} />
    </Box>
  );
}
