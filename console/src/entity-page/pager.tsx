import { Box, IconButton, Tooltip } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { formatNumber } from '../i18n/format.ts';
import { PAGE_SIZES } from './list-state.ts';

/** The way to the other pages, for keyboard and palette. */
export function usePagerActions(props: { page: number; lastPage: number; onPage: (page: number) => void }): void {
  const { t } = useTranslation();
  const { page, lastPage } = props;
  const latest = useRef(props.onPage);
  latest.current = props.onPage;
  useActions(
    useMemo<Action[]>(() => {
      const to = (id: string, key: string, keys: string, icon: 'chevronLeft' | 'chevronRight', target: number) => ({
        id,
        label: t(key),
        group: t('keys.list'),
        icon,
        keys,
        run: () => latest.current(target),
      });
      return [
        ...(page > 0 ? [to('previous-page', 'list.previousPage', 'Shift+P', 'chevronLeft', page - 1)] : []),
        ...(page < lastPage ? [to('next-page', 'list.nextPage', 'P', 'chevronRight', page + 1)] : []),
      ];
    }, [t, page, lastPage]),
  );
}

/** A button to another page; without one there is nothing in that direction. */
function Turn(props: {
  label: string;
  icon: IconName;
  to: number | undefined;
  onPage: (page: number) => void;
  /** Over all pages between; phones have no room for it. */
  far?: boolean;
}) {
  const { to } = props;
  return (
    <Tooltip title={props.label}>
      <Box component="span" sx={props.far ? { display: { xs: 'none', sm: 'inline' } } : null}>
        <IconButton
          size="small"
          aria-label={props.label}
          disabled={to === undefined}
          onClick={() => to !== undefined && props.onPage(to)}
        >
          <Icon name={props.icon} />
        </IconButton>
      </Box>
    </Tooltip>
  );
}

/** Which rows are shown, rows a page, and the way to the other pages. */
export function Pager(props: {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}) {
  const { t } = useTranslation();
  const { page, pageSize, total } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(total, (page + 1) * pageSize);
  return (
    <Box
      component="nav"
      aria-label={t('list.pages')}
      className="num"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 44,
        flex: 'none',
        px: 3,
        color: 'text.secondary',
        fontSize: 13,
        borderTop: '1px solid var(--line)',
      }}
    >
      <span role="status">
        {t('list.range', { first: formatNumber(first), last: formatNumber(last), total: formatNumber(total) })}
      </span>
      <Box
        component="select"
        aria-label={t('list.rowsAPage')}
        value={pageSize}
        onChange={(event) => props.onPageSize(Number((event.target as HTMLSelectElement).value))}
        sx={{
          marginInlineStart: 'auto',
          font: 'inherit',
          color: 'inherit',
          background: 'var(--surface)',
          border: 0,
          minHeight: 28,
          cursor: 'pointer',
        }}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {t('list.rows', { count: size })}
          </option>
        ))}
      </Box>
      {pages > 2 && (
        <Turn label={t('list.firstPage')} icon="first" far to={page > 0 ? 0 : undefined} onPage={props.onPage} />
      )}
      <Turn
        label={t('list.previousPage')}
        icon="chevronLeft"
        to={page > 0 ? page - 1 : undefined}
        onPage={props.onPage}
      />
      <Turn
        label={t('list.nextPage')}
        icon="chevronRight"
        to={page + 1 < pages ? page + 1 : undefined}
        onPage={props.onPage}
      />
      {pages > 2 && (
        <Turn
          label={t('list.lastPage')}
          icon="last"
          far
          to={page + 1 < pages ? pages - 1 : undefined}
          onPage={props.onPage}
        />
      )}
    </Box>
  );
}
