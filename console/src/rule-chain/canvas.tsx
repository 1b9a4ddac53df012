import '@xyflow/react/dist/base.css';
import { Box } from '@mui/material';
import {
  Background,
  type Connection,
  ControlButton,
  Controls,
  type EdgeChange,
  type FinalConnectionState,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import {
  type AnyNode,
  type CanvasContent,
  type Places,
  useCards,
  useLines,
  useNotes,
  viewportOf,
} from './canvas-nodes.ts';
import { CANVAS_STYLE } from './canvas-style.ts';
import { type LinkEdge, LinkLine } from './link-line.tsx';
import { INPUT } from './model/chain.ts';
import { InputCard, RuleNodeCard } from './node-card.tsx';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';
import { NoteCard } from './note-card.tsx';
import { chooseDrawn } from './painting/drawn-nodes.ts';
import { OverviewMap } from './painting/overview-map.tsx';
import { PaintedLayer, type Painter } from './painting/painted-layer.tsx';
import { NOTHING_MOVES, useNodeChanges } from './painting/use-node-changes.ts';
import { usePaced } from './painting/use-paced.ts';
import { shiftedPlaces, usePaintedNodes } from './painting/use-painted-nodes.ts';
import { usePaintedWords } from './painting/use-painted-words.ts';
import { useView } from './painting/use-view.ts';
import { TrafficContext } from './traffic/traffic-count.tsx';

const NOTHING: ReadonlySet<string> = new Set();
/** What the editor does with the canvas. */
export interface Canvas extends Pick<ReactFlowInstance<AnyNode, LinkEdge>, 'screenToFlowPosition'> {
  /** Shows the whole chain. */
  fitAll: () => void;
  /** Brings a node or note into view. */
  showNode: (key: string) => void;
  /** Lets the arrow keys move what is selected, also where it is painted. */
  focus: () => void;
}

/** What is dragged from the library onto the canvas: a class. */
export const DRAGGED_KIND = 'application/x-signalbox-rule-node';

const NODE_TYPES = { rule: RuleNodeCard, entry: InputCard, note: NoteCard };
const EDGE_TYPES = { link: LinkLine };
const ZOOM = { min: 0.1, max: 2 };
const MAX_FIT_ZOOM = 1;
/** ms */
const GLIDE = 150;
/** By which arrow keys move what is selected, px, as the library moves elements. */
const STEP = 5;
const FAR_STEP = 20;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SELECTING_KEYS = ['Control', 'Meta', 'Shift'];
/** The middle and the right one. */
const PANNING_BUTTONS = [1, 2];
/** How the library names what is said of a node or a line. */
const ofDefault = (what: 'node' | 'edge') => `${what}.a11yDescription.default`;

/** Whether this device is used with fingers: then a drag moves the canvas instead of selecting. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

export interface CanvasProps extends CanvasContent {
  /** What the canvas is called. */
  label: string;
  /** Room that it has when it is first drawn, px. */
  size: { width: number; height: number };
  onSelect: (kind: 'nodes' | 'links', keys: readonly (readonly [string, boolean])[]) => void;
  onMoved: (places: ReadonlyMap<string, { x: number; y: number }>) => void;
  /** Whether two nodes may be linked; why not is told when it is tried. */
  mayLink: (from: string, to: string) => boolean;
  onLink: (from: string, to: string) => void;
  /** A double click on a node or note, or Enter. */
  onOpenNode: (key: string) => void;
  /** Something of the library was dropped. */
  onDrop: (type: string, at: { x: number; y: number }) => void;
  onMenu: (event: MouseEvent | globalThis.MouseEvent, over: { node?: string; link?: string }) => void;
  onReady: (canvas: Canvas) => void;
}

/** The nodes and links of a chain. What is being dragged moves here alone; the chain changes when it is let go. */
export function RuleCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <ChainCanvas {...props} />
    </ReactFlowProvider>
  );
}

function ChainCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const store = useStoreApi();
  const flow = useReactFlow<AnyNode, LinkEdge>();
  const [viewport] = useState(() => viewportOf(props.chain, props.size, { min: ZOOM.min, max: MAX_FIT_ZOOM }));
  const view = useView(viewport, props);
  const [moving, setMoving] = useState<Places>(NOTHING_MOVES);
  const drawn = useMemo(() => chooseDrawn(props.chain, props.selection, view), [props.chain, props.selection, view]);
  const cards = useCards(props, moving, drawn);
  const notes = useNotes(props, moving);
  const allLines = useLines(props, drawn);
  const { nodes, lines, nodeOf, lineOf, isBehind } = usePaced(
    useMemo(() => [...notes, ...cards], [notes, cards]),
    allLines,
  );
  const painter = useRef<Painter>(null);
  const box = useRef<HTMLDivElement>(null);
  const { onSelect, mayLink, onLink, onDrop, readOnly } = props;
  // The same functions as long as the canvas lives: a new one would have all of its nodes looked at.
  const latest = useRef(props);
  latest.current = props;
  const isPainted = isBehind || drawn !== undefined;
  const painted = usePaintedNodes({ ...props, painter, isPainted });

  const nodesChanged = useNodeChanges(latest, painter, setMoving);
  const edgesChanged = useCallback(
    (changes: EdgeChange<LinkEdge>[]) => {
      const selected = changes.flatMap((change) =>
        change.type === 'select' ? [[change.id, change.selected] as const] : [],
      );
      if (selected.length > 0) onSelect('links', selected);
    },
    [onSelect],
  );
  const isValid = useCallback(
    ({ source, target }: Connection | LinkEdge) => mayLink(source ?? '', target ?? ''),
    [mayLink],
  );
  const fitAll = useCallback(() => {
    const { width, height } = store.getState();
    const zoom = { min: ZOOM.min, max: MAX_FIT_ZOOM };
    void flow.setViewport(viewportOf(latest.current.chain, { width, height }, zoom), { duration: GLIDE });
  }, [store, flow]);
  const ready = useCallback(
    (made: ReactFlowInstance<AnyNode, LinkEdge>) =>
      latest.current.onReady({
        screenToFlowPosition: made.screenToFlowPosition,
        fitAll,
        focus: () => box.current?.focus({ preventScroll: true }),
        showNode(key) {
          const { chain } = latest.current;
          const node = chain.nodes.find((one) => one.key === key);
          const place = node
            ? { ...node, width: NODE_WIDTH, height: NODE_HEIGHT }
            : chain.notes.find((one) => one.key === key);
          if (!place) return;
          void made.setCenter(place.x + place.width / 2, place.y + place.height / 2, { zoom: 1, duration: GLIDE });
        },
      }),
    [fitAll],
  );
  const connect = useCallback(({ source, target }: Connection) => onLink(source, target), [onLink]);
  const openNode = useCallback((_event: unknown, { id }: AnyNode) => {
    if (id !== INPUT) latest.current.onOpenNode(id);
  }, []);
  const openLink = useCallback((_event: unknown, { id }: LinkEdge) => latest.current.onOpenLink(id), []);
  const menus = useMemo(() => {
    type Click = MouseEvent | globalThis.MouseEvent;
    return {
      node: (event: Click, { id }: AnyNode) => latest.current.onMenu(event, id === INPUT ? {} : { node: id }),
      edge: (event: Click, { id }: LinkEdge) => latest.current.onMenu(event, { link: id }),
      pane: (event: Click) => latest.current.onMenu(event, {}),
    };
  }, []);
  /** A link that ends on a painted node. */
  const connectEnded = (event: globalThis.MouseEvent | TouchEvent, { isValid, fromNode }: FinalConnectionState) => {
    const pointer = 'changedTouches' in event ? event.changedTouches[0] : event;
    const { node } = pointer && !isValid ? painted.under(pointer) : {};
    if (node !== undefined && fromNode && !nodeOf.has(node)) onLink(fromNode.id, node);
  };
  const menuOfPane = (event: MouseEvent | globalThis.MouseEvent) => latest.current.onMenu(event, painted.under(event));
  const words = usePaintedWords();
  const painting = {
    ...props,
    traffic: props.traffic,
    nodes: isBehind ? NOTHING : new Set(nodeOf.keys()),
    links: isBehind ? NOTHING : new Set(lineOf.keys()),
    words,
  };
  const labels = useMemo(
    () => ({ [ofDefault('node')]: t('rules.nodeKeys'), [ofDefault('edge')]: t('rules.linkKeys') }),
    [t],
  );
  const moveByKey = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (!way || props.selection.nodes.size === 0) return;
    event.preventDefault();
    const by = event.shiftKey ? FAR_STEP : STEP;
    props.onMoved(shiftedPlaces(props.chain, props.selection.nodes, way[0] * by, way[1] * by));
  };
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(DRAGGED_KIND);
    if (!type) return;
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    event.preventDefault();
    onDrop(type, { x: at.x - NODE_WIDTH / 2, y: at.y - NODE_HEIGHT / 2 });
  };
  return (
    <Box
      // Coordinates of chains run from left to right in every language.
      dir="ltr"
      onDragOver={(event) => {
        if (readOnly || !event.dataTransfer.types.includes(DRAGGED_KIND)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={drop}
      // What is painted has no element that could have the focus: then the canvas has it.
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && !readOnly) moveByKey(event);
        const id = (event.target as HTMLElement).closest?.('.react-flow__node')?.getAttribute('data-id');
        if (event.key !== 'Enter' || !id || id === INPUT) return;
        event.stopPropagation();
        props.onOpenNode(id);
      }}
      onDoubleClick={(event) => {
        const over = painted.isPane(event) ? painted.under(event) : {};
        if (over.node) props.onOpenNode(over.node);
        else if (over.link) props.onOpenLink(over.link);
      }}
      onPointerDownCapture={painted.onPointerDownCapture}
      onPointerMove={painted.onPointerMove}
      onPointerUp={painted.onPointerUp}
      onPointerCancel={painted.onPointerCancel}
      aria-busy={isBehind}
      sx={CANVAS_STYLE}
    >
      <TrafficContext value={props.traffic}>
        <ReactFlow<AnyNode, LinkEdge>
          nodes={nodes}
          edges={lines}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onInit={ready}
          onNodesChange={nodesChanged}
          onEdgesChange={edgesChanged}
          onConnect={connect}
          onConnectEnd={connectEnded}
          onPaneClick={painted.paneClicked}
          isValidConnection={isValid}
          onNodeDoubleClick={openNode}
          onEdgeDoubleClick={openLink}
          onNodeContextMenu={menus.node}
          onEdgeContextMenu={menus.edge}
          onPaneContextMenu={menuOfPane}
          onSelectionContextMenu={menus.pane}
          nodesDraggable={!readOnly}
          nodesConnectable={!readOnly}
          deleteKeyCode={null}
          multiSelectionKeyCode={SELECTING_KEYS}
          selectionKeyCode={null}
          selectionOnDrag={!isTouch()}
          panOnDrag={isTouch() ? true : PANNING_BUTTONS}
          panOnScroll
          zoomOnDoubleClick={false}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          connectionRadius={28}
          defaultViewport={viewport}
          ariaLabelConfig={labels}
          aria-label={props.label}
        >
          <Background gap={20} color="var(--line)" />
          <PaintedLayer painting={painting} painter={painter} isWhole={isBehind} isEmpty={!isPainted} />
          <Controls showInteractive={false} showFitView={false} position="bottom-left" aria-label={t('rules.zoom')}>
            <ControlButton title={t('rules.fit')} aria-label={t('rules.fit')} onClick={fitAll}>
              <Icon name="fullscreen" size={16} />
            </ControlButton>
          </Controls>
          <OverviewMap chain={props.chain} label={t('rules.minimap')} />
        </ReactFlow>
      </TrafficContext>
    </Box>
  );
}
