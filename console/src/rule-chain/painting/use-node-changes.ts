import type { NodeChange } from '@xyflow/react';
import { type RefObject, useCallback } from 'react';
import type { AnyNode, Places } from '../canvas-nodes.ts';
import { type Chain, INPUT } from '../model/chain.ts';
import type { CanvasSelection } from '../selection.ts';
import type { Painter } from './painted-layer.tsx';
import { type Select, shiftedPlaces } from './use-painted-nodes.ts';

export const NOTHING_MOVES: Places = new Map();
/** Elements that are moved one by one; where more are dragged, all is painted meanwhile. */
const MAX_MOVING = 12;

const placesOfMoves = (moves: readonly { id: string; position: { x: number; y: number } }[]): Places =>
  new Map(moves.map(({ id, position }) => [id, position]));

/** What becomes of selections and drags of elements. What is painted of a selection moves with them. */
export function useNodeChanges(
  latest: RefObject<{
    chain: Chain;
    selection: CanvasSelection;
    onSelect: Select;
    onMoved: (places: Places) => void;
  }>,
  painter: RefObject<Painter | null>,
  setMoving: (change: Places | ((now: Places) => Places)) => void,
): (changes: NodeChange<AnyNode>[]) => void {
  return useCallback(
    (changes: NodeChange<AnyNode>[]) => {
      const selected = changes.flatMap((change) =>
        change.type === 'select' && change.id !== INPUT ? [[change.id, change.selected] as const] : [],
      );
      if (selected.length > 0) latest.current.onSelect('nodes', selected);
      const moves = changes.flatMap((change) =>
        change.type === 'position' && change.position ? [{ ...change, position: change.position }] : [],
      );
      const [first] = moves;
      if (!first) {
        // A drag that ended where it was.
        if (!changes.some((change) => change.type === 'position' && change.dragging === false)) return;
        setMoving(NOTHING_MOVES);
        painter.current?.shift(undefined);
        return;
      }
      const isDragging = moves.some(({ dragging }) => dragging === true);
      const { chain, selection } = latest.current;
      // Of a selection, what is painted moves with what is drawn.
      const keys = selection.nodes.has(first.id) ? selection.nodes : new Set(moves.map(({ id }) => id));
      const start = [...chain.nodes, ...chain.notes].find(({ key }) => key === first.id);
      const [dx, dy] = start ? [first.position.x - start.x, first.position.y - start.y] : [0, 0];
      if (isDragging && keys.size > MAX_MOVING) return painter.current?.shift({ keys, dx, dy });
      const places = keys.size > moves.length ? shiftedPlaces(chain, keys, dx, dy) : placesOfMoves(moves);
      if (isDragging) return setMoving((now) => new Map([...now, ...places]));
      setMoving(NOTHING_MOVES);
      painter.current?.shift(undefined);
      latest.current.onMoved(places);
    },
    [latest, painter, setMoving],
  );
}
