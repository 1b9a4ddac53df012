import { Box } from '@mui/material';
import { useCallback, useMemo, useState } from 'react';
import { RuleCanvas } from '../rule-chain/canvas.tsx';
import { type Chain, INPUT, linkKey } from '../rule-chain/model/chain.ts';
import type { TracedChain } from './traced-chain.ts';

const NOTHING: ReadonlySet<string> = new Set();
const nothing = () => undefined;
const never = () => false;

/** How cards look beside the way, and on it. */
const ASIDE = {
  background: 'transparent',
  boxShadow: 'none',
  borderStyle: 'dashed',
  borderInlineStartColor: 'var(--line)',
  color: 'var(--text-2)',
};
const ON_THE_WAY = {
  background: 'var(--surface)',
  boxShadow: 'var(--shadow)',
  borderStyle: 'solid',
  borderInlineStartColor: 'var(--card)',
  color: 'var(--text)',
};

/** CSS that finds what the canvas has drawn under these keys, or what is inside of it. */
const selectorOf = (element: 'node' | 'edge', keys: Iterable<string>, inside = ''): string =>
  [...keys].map((key) => `& .react-flow__${element}[data-id=${JSON.stringify(key)}]${inside}`).join(', ');

/** A chain with the way that a message took; the rest of it stands back. */
export function TraceCanvas(props: {
  chain: Chain;
  traced: TracedChain;
  label: string;
  targetNames: ReadonlyMap<string, string>;
  /** Key of the node whose step is open. */
  current: string | undefined;
  onChoose: (key: string) => void;
}) {
  const { chain, traced, targetNames, current, onChoose } = props;
  const selection = useMemo(
    () => ({ nodes: current === undefined ? NOTHING : new Set([current]), links: NOTHING }),
    [current],
  );
  const select = useCallback(
    (kind: 'nodes' | 'links', keys: readonly (readonly [string, boolean])[]) => {
      const chosen = keys.find(([key, on]) => on && kind === 'nodes' && traced.nodes.has(key));
      if (chosen) onChoose(chosen[0]);
    },
    [onChoose, traced],
  );
  const [size, setSize] = useState<DOMRect>();
  const measure = useCallback((area: HTMLElement | null) => setSize(area?.getBoundingClientRect()), []);
  const lines = new Set(traced.lines);
  if (traced.isEntered && chain.first !== null) lines.add(linkKey({ from: INPUT, to: chain.first }));
  const nodes = new Set([...traced.nodes, ...(traced.isEntered ? [INPUT] : [])]);
  const trail = { nodes, links: lines };
  return (
    <Box
      ref={measure}
      sx={{
        position: 'absolute',
        inset: 0,
        '& .react-flow__edge': { opacity: 0.35 },
        // Where it did not come is readable all the same.
        '& .sb-card': ASIDE,
        ...(nodes.size > 0 && { [selectorOf('node', nodes, ' .sb-card')]: ON_THE_WAY }),
        ...(lines.size > 0 && {
          [selectorOf('edge', lines)]: {
            opacity: 1,
            '& .react-flow__edge-path': { stroke: 'var(--accent) !important', strokeWidth: '2.5 !important' },
          },
        }),
      }}
    >
      {size && (
        <RuleCanvas
          size={size}
          chain={chain}
          selection={selection}
          onSelect={select}
          problems={traced.failed}
          found={NOTHING}
          targetNames={targetNames}
          trail={trail}
          readOnly
          onMoved={nothing}
          onNoteResized={nothing}
          label={props.label}
          mayLink={never}
          onLink={nothing}
          onOpenNode={(key) => {
            if (traced.nodes.has(key)) onChoose(key);
          }}
          onOpenLink={nothing}
          onDrop={nothing}
          onMenu={nothing}
          onReady={nothing}
        />
      )}
    </Box>
  );
}
