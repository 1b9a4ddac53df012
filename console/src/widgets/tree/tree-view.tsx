import './texts/texts.ts';
import { Box, useTheme } from '@mui/material';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TreeLine } from './tree-line.tsx';
import { keyEffect, rowsOf, type TreeNode, type TreeRow, typedTo } from './tree-model.ts';

/** ms without a key after which typing starts over. */
const TYPING = 700;

/** A tree that is opened level by level, with the keyboard as with the pointer. */
export function TreeView(props: {
  label: string;
  nodes: readonly TreeNode[];
  /** How many roots there are that are not shown. */
  more?: number;
  /** The node that was chosen last. */
  chosen?: string | undefined;
  onChoose?: ((node: TreeNode) => void) | undefined;
  onToggle: (node: TreeNode, open: boolean) => void;
  /** More of what is below a node, '' for the roots; also what failed, again. */
  onMore: (key: string) => void;
}) {
  const navigate = useNavigate();
  const isMirrored = useTheme().direction === 'rtl' || document.documentElement.dir === 'rtl';
  const rows = useMemo(() => rowsOf(props.nodes, props.more), [props.nodes, props.more]);
  const [focused, setFocused] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const typing = useRef({ text: '', at: 0 });
  /** The line has the focus already, which goes to where it stands now. */
  const hasFocus = useRef(false);
  const last = useRef<TreeRow>(undefined);
  // When the line that had the focus is gone, the one above it has it.
  const current =
    rows.find(({ key }) => key === focused) ?? rows.find(({ key }) => key === last.current?.parent) ?? rows[0];
  last.current = current;

  const elementOf = (key: string) =>
    [...(box.current?.children ?? [])].find((one) => (one as HTMLElement).dataset.key === key) as
      | HTMLElement
      | undefined;
  const currentKey = current?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another line has the focus
  useEffect(() => {
    if (hasFocus.current && currentKey !== undefined) elementOf(currentKey)?.focus();
  }, [currentKey]);

  const { onChoose } = props;
  const run = (row: TreeRow) => {
    if (row.kind === 'more' || row.kind === 'failed') props.onMore(row.of);
    if (row.kind !== 'node') return;
    const { node, isOpen } = row;
    if (onChoose && !node.isDisabled) onChoose(node);
    else if (node.address) void navigate(node.address);
    else if (isOpen !== undefined) props.onToggle(node, !isOpen);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = keyEffect(rows, current.key, event.key, isMirrored);
    if (effect) {
      if ('focus' in effect) setFocused(effect.focus);
      else if (effect.do === 'run') run(current);
      else if (current.kind === 'node') props.onToggle(current.node, effect.do === 'open');
      event.preventDefault();
    } else if (event.key.length === 1 && event.key !== ' ') {
      const { text, at } = typing.current;
      const typed = event.timeStamp - at < TYPING ? text + event.key : event.key;
      typing.current = { text: typed, at: event.timeStamp };
      const found = typedTo(rows, current.key, typed);
      if (found !== undefined) setFocused(found);
      event.preventDefault();
    }
  };

  return (
    <Box
      ref={box}
      role="tree"
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        hasFocus.current = true;
        // The pointer and assistive technology go to any line.
        const line = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
        if (line?.dataset.key !== undefined) setFocused(line.dataset.key);
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', pb: 1 }}
    >
      {rows.map((row) => (
        <TreeLine
          key={row.key}
          row={row}
          isCurrent={row.key === current?.key}
          isChosen={onChoose ? row.key === props.chosen : undefined}
          onRun={() => {
            setFocused(row.key);
            run(row);
          }}
          onToggle={() => {
            setFocused(row.key);
            if (row.kind === 'node') props.onToggle(row.node, row.isOpen !== true);
          }}
        />
      ))}
    </Box>
  );
}

/** How many nodes a search found; said as well. */
export function FoundLine({ found }: { found: number }) {
  const { t } = useTranslation();
  return (
    <Box role="status" sx={{ px: 1, pb: 1, fontSize: 12, color: 'text.secondary', flex: 'none' }}>
      {found === 0 ? t('tree.nothingFound') : t('tree.found', { count: found })}
    </Box>
  );
}
