import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../controls/error-text.ts';
import { Icon } from '../../controls/icon.tsx';
import { formatNumber } from '../../i18n/format.ts';
import type { TreeNode, TreeRow } from './tree-model.ts';

/** px that a level is further in. */
const INDENT = 20;

/** A line of a tree: a node, or what is to say about a level. */
export function TreeLine(props: {
  row: TreeRow;
  /** It is the one that Tab leads to. */
  isCurrent: boolean;
  /** Undefined: nothing can be chosen. */
  isChosen: boolean | undefined;
  onRun: () => void;
  onToggle: () => void;
}) {
  const { row, isChosen } = props;
  const node = row.kind === 'node' ? row.node : undefined;
  const isPassive = row.kind === 'loading' || row.kind === 'empty';
  const isDisabled = node?.isDisabled === true;
  const acts = !isPassive && (!isDisabled || (row.kind === 'node' && row.isOpen !== undefined));
  return (
    <Box
      role="treeitem"
      data-key={row.key}
      tabIndex={props.isCurrent ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.size}
      aria-expanded={row.kind === 'node' ? row.isOpen : undefined}
      aria-selected={node && isChosen !== undefined ? isChosen : undefined}
      aria-disabled={isDisabled || undefined}
      aria-busy={row.kind === 'loading' || undefined}
      onClick={props.onRun}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 32,
        paddingInlineStart: `${4 + (row.level - 1) * INDENT}px`,
        paddingInlineEnd: 2,
        fontSize: 13,
        borderRadius: '6px',
        cursor: acts ? 'pointer' : 'default',
        ...(row.kind === 'failed' ? { py: 1 } : { whiteSpace: 'nowrap', width: 'max-content', minWidth: '100%' }),
        color: isDisabled || isPassive ? 'text.secondary' : 'inherit',
        background: isChosen ? 'var(--accent-soft)' : 'none',
        outlineOffset: -2,
        '&:hover': acts && !isChosen ? { background: 'var(--surface-2)' } : {},
      }}
    >
      <Toggle row={row} onToggle={props.onToggle} />
      {node ? <NodeContent node={node} /> : <LevelWords row={row} />}
    </Box>
  );
}

/** For the pointer; the keyboard has the arrows. */
function Toggle({ row, onToggle }: { row: TreeRow; onToggle: () => void }) {
  const isOpen = row.kind === 'node' ? row.isOpen : undefined;
  return (
    <Box
      component="span"
      aria-hidden="true"
      className="tree-toggle"
      onClick={(event) => {
        if (isOpen === undefined) return;
        event.stopPropagation();
        onToggle();
      }}
      sx={{
        width: 24,
        height: 24,
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        borderRadius: '6px',
        '&:hover': isOpen === undefined ? {} : { background: 'var(--line-2)' },
      }}
    >
      {isOpen !== undefined && <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />}
    </Box>
  );
}

function NodeContent({ node }: { node: TreeNode }) {
  const text =
    node.html === undefined ? (
      <bdi>{node.text}</bdi>
    ) : (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup of the node's function, cleaned
      <span dangerouslySetInnerHTML={{ __html: node.html }} />
    );
  return (
    <>
      {node.icon}
      {node.address ? (
        <Box
          component={Link}
          to={node.address}
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
          sx={{ color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
        >
          {text}
        </Box>
      ) : (
        text
      )}
      {node.note && (
        <Box component="span" className="num" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {node.note}
        </Box>
      )}
    </>
  );
}

function LevelWords({ row }: { row: TreeRow }) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'failed':
      return (
        <>
          <Icon name="error" size={16} color="var(--critical)" />
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {t('tree.failed', { reason: errorText(row.error) })}{' '}
            <Box component="span" sx={{ color: 'var(--accent-text)', whiteSpace: 'nowrap' }}>
              {t('tree.retry')}
            </Box>
          </Box>
        </>
      );
    case 'more':
      return (
        <Box component="span" sx={{ color: 'var(--accent-text)' }}>
          {t('tree.more', { count: row.count, formatted: formatNumber(row.count) })}
        </Box>
      );
    case 'loading':
      return <span>{t('tree.loading')}</span>;
    default:
      return <span>{t('tree.empty')}</span>;
  }
}
