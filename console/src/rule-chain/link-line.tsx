import './cards.css';
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import { TrafficCount } from './traffic/traffic-count.tsx';

export interface LineData extends Record<string, unknown> {
  labels: readonly string[];
  /** Opens the labels. */
  open: (id: string) => void;
}
export type LinkEdge = Edge<LineData, 'link'>;

/** A link with its labels. */
export const LinkLine = memo(function LinkLine(props: EdgeProps<LinkEdge>) {
  const [path, labelX, labelY] = getBezierPath(props);
  const labels = props.data?.labels ?? [];
  const isFailure = labels.length === 1 && labels[0] === 'Failure';
  const colour = props.selected ? 'var(--accent)' : isFailure ? 'var(--critical)' : 'var(--text-3)';
  return (
    <>
      <BaseEdge
        id={props.id}
        path={path}
        interactionWidth={16}
        style={{ stroke: colour, strokeWidth: props.selected ? 2.5 : 1.5 }}
        {...(props.markerEnd ? { markerEnd: props.markerEnd } : {})}
      />
      {labels.length > 0 && (
        <EdgeLabelRenderer>
          {/* The line itself has the focus and the name; the label is a larger target for the pointer. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <div
            onClick={() => props.data?.open(props.id)}
            className={`nodrag nopan sb-link-label${isFailure ? ' sb-failure' : ''}${props.selected ? ' sb-selected' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {labels.join(' / ')}
            <TrafficCount of={props.id} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
