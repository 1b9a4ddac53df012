import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import { localStore } from '../api/browser-storage.ts';

const PREFIX = 'signalbox-panes ';
/** Per cent: no part can be made so small that it is lost. */
const SMALLEST = '12';

function remembered(name: string): Layout | undefined {
  try {
    const layout: unknown = JSON.parse(localStore.getItem(PREFIX + name) ?? 'null');
    return layout as Layout | undefined;
  } catch {
    return undefined;
  }
}

function remember(name: string, layout: Layout): void {
  try {
    localStore.setItem(PREFIX + name, JSON.stringify(layout));
  } catch {
    // A full storage keeps the sizes that it has.
  }
}

/** Two parts whose border is moved with the pointer or the arrow keys; this browser remembers where it is. */
export function SplitPanes(props: {
  /** Under which the sizes are remembered. */
  name: string;
  /** What the border is called. */
  label: string;
  orientation: 'horizontal' | 'vertical';
  /** Per cent of the first part, until somebody moves the border. */
  first: number;
  children: readonly [ReactNode, ReactNode];
}) {
  const { name, orientation, first, children } = props;
  const [one, other] = [`${name}-1`, `${name}-2`];
  const across = orientation === 'horizontal' ? 'width' : 'height';
  return (
    <Group
      orientation={orientation}
      defaultLayout={remembered(name) ?? { [one]: first, [other]: 100 - first }}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) remember(name, layout);
      }}
      style={{ flex: 1, minHeight: 0, minWidth: 0 }}
    >
      <Panel id={one} minSize={SMALLEST} style={{ display: 'flex', overflow: 'hidden' }}>
        {children[0]}
      </Panel>
      <Box
        component={Separator}
        aria-label={props.label}
        sx={{
          [across]: 7,
          flex: 'none',
          outline: 'none',
          position: 'relative',
          background: 'var(--bg)',
          [orientation === 'horizontal' ? 'borderInline' : 'borderBlock']: '1px solid var(--line)',
          '&:hover, &[data-separator="active"], &[data-separator="hover"]': { background: 'var(--accent-soft)' },
          '&:focus-visible': { background: 'var(--accent)' },
        }}
      />
      <Panel id={other} minSize={SMALLEST} style={{ display: 'flex', overflow: 'hidden' }}>
        {children[1]}
      </Panel>
    </Group>
  );
}
