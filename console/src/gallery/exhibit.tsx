import { Box } from '@mui/material';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../app/query-client.ts';

/** A control with its states side by side. */
export function Exhibit(props: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={props.title} sx={{ mb: 8 }}>
      <Box component="h2" sx={{ typography: 'h2', m: '0 0 12px' }}>
        {props.title}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
          alignItems: 'start',
        }}
      >
        {props.children}
      </Box>
    </Box>
  );
}

/** One state of a control. What it reads is kept for it alone: else its other states would show what the first has read. */
export function Specimen(props: { name: string; children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: queryClient.getDefaultOptions() }));
  return (
    <Box
      role="group"
      aria-label={props.name}
      data-specimen
      sx={{ p: 4, border: '1px solid var(--line)', borderRadius: '8px', background: 'var(--surface)', minWidth: 0 }}
    >
      <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 2 }}>{props.name}</Box>
      <QueryClientProvider client={client}>{props.children}</QueryClientProvider>
    </Box>
  );
}

/** Keeps the value of a control that is shown. */
export function Kept<Value>(props: {
  initial: Value;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(props.initial);
  return props.children(value, setValue);
}
