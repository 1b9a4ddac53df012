import { Box, Checkbox, IconButton, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { PopupMenu } from '../../controls/popup-menu.tsx';

/** A column that people may show or hide. */
export interface ColumnChoice {
  id: string;
  title: string;
  shown: boolean;
}

/** Search and choice of columns of a table: buttons in the title line, the search field over the table. */
export function TableTools(props: {
  /** Undefined: not searching. */
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  canSearch: boolean;
  /** Empty: no choice. */
  columns: readonly ColumnChoice[];
  onColumn?: (id: string, shown: boolean) => void;
  /** Further buttons of the title line. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { search } = props;
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Box
        className="table-tools"
        sx={{ position: 'absolute', insetInlineEnd: 4, top: -32, zIndex: 2, display: 'flex' }}
      >
        {props.children}
        {props.columns.length > 0 && (
          <Tooltip title={t('widget.columns')}>
            <IconButton
              size="small"
              aria-label={t('widget.columns')}
              aria-haspopup="menu"
              aria-expanded={anchor !== undefined}
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <Icon name="columns" size={16} />
            </IconButton>
          </Tooltip>
        )}
        {props.canSearch && search === undefined && (
          <Tooltip title={t('widget.search')}>
            <IconButton size="small" aria-label={t('widget.search')} onClick={() => props.onSearch('')}>
              <Icon name="search" size={16} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <PopupMenu anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {props.columns.map((column) => (
          <MenuItem
            key={column.id}
            role="menuitemcheckbox"
            aria-checked={column.shown}
            onClick={() => props.onColumn?.(column.id, !column.shown)}
          >
            <Checkbox
              size="small"
              checked={column.shown}
              // The entry is what is pressed and read out.
              inert
              sx={{ p: 0, marginInlineEnd: 2 }}
            />
            {column.title}
          </MenuItem>
        ))}
      </PopupMenu>
      {search !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 3, pb: 2 }}>
          <Box
            component="input"
            autoFocus
            aria-label={t('widget.search')}
            placeholder={t('widget.search')}
            value={search}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => props.onSearch(event.target.value)}
            onKeyDown={(event: React.KeyboardEvent) => {
              if (event.key === 'Escape') props.onSearch(undefined);
            }}
            sx={{
              flex: 1,
              minWidth: 0,
              height: 32,
              px: 2.5,
              font: 'inherit',
              fontSize: 13,
              color: 'text.primary',
              background: 'var(--surface)',
              border: '1px solid var(--line)',
              borderRadius: '8px',
            }}
          />
          <IconButton size="small" aria-label={t('widget.endSearch')} onClick={() => props.onSearch(undefined)}>
            <Icon name="close" size={16} />
          </IconButton>
        </Box>
      )}
    </>
  );
}
