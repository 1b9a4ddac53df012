import { Box, Button, OutlinedInput } from '@mui/material';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Tool, ToolGroups } from '../editing/tool-groups.tsx';
import { formatNumber } from '../i18n/format.ts';

/** Over the canvas: what can be done, the search for nodes, and how what is edited differs from what is live. */
export function EditorToolbar(props: {
  /** In groups, which are set apart. */
  tools: readonly (readonly Tool[])[];
  search: string;
  onSearch: (text: string) => void;
  onFindNext: () => void;
  /** Of nodes found; undefined without a search. */
  found: number | undefined;
  changes: number;
  /** Something is typed that cannot be read, and is not among the changes. */
  hasUnread: boolean;
  isNew: boolean;
  isSaving: boolean;
  readOnly: boolean;
  /** Absent: it cannot be tried, because it never runs here or is not stored yet. */
  onTry: (() => void) | undefined;
  onCompare: () => void;
  onSave: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { changes, isNew, hasUnread } = props;
  const canCompare = isNew || changes > 0;
  return (
    <Box
      role="toolbar"
      aria-label={t('rules.toolbar')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        minHeight: 48,
        flex: 'none',
        flexWrap: 'wrap',
        borderBottom: '1px solid var(--line)',
        background: 'var(--surface)',
      }}
    >
      <ToolGroups groups={props.tools} />
      <OutlinedInput
        inputRef={input}
        size="small"
        type="search"
        value={props.search}
        placeholder={t('rules.findNode')}
        inputProps={{ 'aria-label': t('rules.findNode'), 'data-find-node': '' }}
        onChange={(event) => props.onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onFindNext();
          if (event.key === 'Escape') props.onSearch('');
        }}
        endAdornment={
          props.found === undefined ? undefined : (
            <Box role="status" sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {t('rules.found', { count: props.found, formatted: formatNumber(props.found) })}
            </Box>
          )
        }
        sx={{ width: { xs: 130, md: 200 }, marginInlineStart: 1 }}
      />
      <Box sx={{ flex: 1 }} />
      {!props.readOnly && (
        <>
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {isNew
              ? t('rules.notLiveYet')
              : changes === 0
                ? t(hasUnread ? 'rules.unread' : 'rules.noChanges')
                : t('rules.changes', { count: changes, formatted: formatNumber(changes) })}
          </Box>
          {props.onTry && (
            <Button size="small" onClick={props.onTry}>
              {t('rules.try')}
            </Button>
          )}
          <Button size="small" disabled={!canCompare} onClick={props.onCompare}>
            {t('rules.compare.open')}
          </Button>
          <Button
            size="small"
            variant="contained"
            color="primary"
            // With what cannot be read, it says where that is.
            disabled={!canCompare && !hasUnread}
            loading={props.isSaving}
            onClick={props.onSave}
          >
            {t('rules.makeLive')}
          </Button>
        </>
      )}
    </Box>
  );
}
