import { HANDLE } from './canvas-nodes.ts';

/** Of what the library of the canvas draws. */
export const CANVAS_STYLE = {
  position: 'absolute',
  inset: 0,
  background: 'var(--bg)',
  '& .react-flow__handle': {
    width: HANDLE,
    height: HANDLE,
    background: 'var(--surface)',
    border: '2px solid var(--text-3)',
    // A larger target than what is seen.
    '&::after': { content: '""', position: 'absolute', inset: -8, borderRadius: '50%' },
    '&:hover, &.connectingto, &.connectingfrom': { borderColor: 'var(--accent)', background: 'var(--accent)' },
  },
  '& .react-flow__node:focus-visible > div:nth-of-type(1), & .react-flow__node:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: 2,
    borderRadius: '6px',
  },
  '& .react-flow__edge:focus-visible .react-flow__edge-path': {
    stroke: 'var(--accent) !important',
    strokeWidth: '3 !important',
  },
  '& .react-flow__edge:focus': { outline: 'none' },
  '& .react-flow__controls': { boxShadow: 'var(--shadow2)', borderRadius: '6px', overflow: 'hidden' },
  '& .react-flow__controls-button': {
    width: 28,
    height: 28,
    background: 'var(--surface)',
    color: 'var(--text)',
    border: 'none',
    borderBottom: '1px solid var(--line)',
    '& svg': { fill: 'currentColor' },
  },
  '& .react-flow__attribution': { background: 'transparent', '& a': { color: 'var(--text-3)' } },
  '& .react-flow__minimap': {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    overflow: 'hidden',
  },
  '& .react-flow__selection, & .react-flow__nodesselection-rect': {
    background: 'color-mix(in srgb, var(--accent) 8%, transparent)',
    border: '1px dashed var(--accent)',
  },
  /* All of it is painted: what moves, and what is not drawn yet. */
  '& .sb-whole :is(.react-flow__nodes, .react-flow__edges, .react-flow__edgelabel-renderer, .react-flow__nodesselection)':
    {
      opacity: 0,
    },
} as const;
