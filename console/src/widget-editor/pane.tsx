import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** One of several things that a pane shows. */
export interface PaneTab<Id extends string> {
  id: Id;
  label: string;
  /** Something in it is wrong. */
  isWrong?: boolean;
}

/** The line over a part of the editor. */
const HEADER_SX = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 40,
  flex: 'none',
  paddingInlineStart: 2,
  paddingInlineEnd: 2,
  borderBottom: '1px solid var(--line)',
  background: 'var(--surface)',
} as const;

const TOOLS_SX = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  maxWidth: '50%',
  minHeight: 28,
  paddingInlineStart: 3,
  borderInlineStart: '1px solid var(--line)',
} as const;

const PANE_SX = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  height: '100%',
  background: 'var(--surface)',
} as const;

/** A part of the editor with a name of its own, and what can be done with it. */
export function Pane(props: { title: string; aside?: ReactNode; tools?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={PANE_SX}>
      <Box sx={HEADER_SX}>
        <Box component="h2" id={id} sx={{ m: 0, px: 1, fontSize: 13, fontWeight: 580, whiteSpace: 'nowrap' }}>
          {props.title}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>{props.aside}</Box>
        {props.tools}
      </Box>
      {props.children}
    </Box>
  );
}

/** A part of the editor that shows one of several things. */
export function TabbedPane<Id extends string>(props: {
  label: string;
  tabs: readonly PaneTab<Id>[];
  tab: Id;
  onTab: (tab: Id) => void;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box component="section" aria-label={props.label} sx={PANE_SX}>
      <Box sx={HEADER_SX}>
        <Tabs
          value={props.tab}
          onChange={(_, next: Id) => props.onTab(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={props.label}
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: 40,
            '& .MuiTab-root': { minHeight: 40, minWidth: 0, px: 1.75, py: 0, marginInlineEnd: '10px', fontSize: 13 },
          }}
        >
          {props.tabs.map(({ id: name, label, isWrong }) => (
            <Tab
              key={name}
              value={name}
              id={`${id}-${name}`}
              aria-controls={`${id}-content`}
              label={
                isWrong ? (
                  <Box component="span" sx={{ color: 'var(--critical)' }}>
                    {label} !
                  </Box>
                ) : (
                  label
                )
              }
            />
          ))}
        </Tabs>
        {/* Where there is no room for all tabs, this is where they are cut off. */}
        {props.tools && <Box sx={TOOLS_SX}>{props.tools}</Box>}
      </Box>
      <Box
        role="tabpanel"
        id={`${id}-content`}
        aria-labelledby={`${id}-${props.tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 }}
      >
        {props.children}
      </Box>
    </Box>
  );
}
