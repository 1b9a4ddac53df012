import { Box, IconButton } from '@mui/material';
import { type ChangeEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { useSame, useSteady } from './use-steady.ts';

export interface Paging {
  page: number;
  pageSize: number;
  /** Lengths of pages to choose from. */
  sizes: readonly number[];
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** Which rows are shown of how many, and the way to others. Where only their number changes, only that is drawn again. */
export function TablePager({ page, pageSize, sizes, total, onPage, onSize }: Paging) {
  const { t } = useTranslation();
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <Box
      className="table-pages"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 2,
        height: 40,
        fontSize: 13,
        color: 'text.secondary',
        borderTop: '1px solid var(--line)',
        flex: 'none',
        '& .num': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      }}
    >
      <SizeChoice pageSize={pageSize} sizes={useSame(sizes)} onSize={useSteady(onSize)} />
      <span className="num">{t('widget.pageOf', { from, to, total })}</span>
      <PageButtons page={page} isLast={page >= last} onPage={useSteady(onPage)} />
    </Box>
  );
}

const SizeChoice = memo(function SizeChoice({
  pageSize,
  sizes,
  onSize,
}: Pick<Paging, 'pageSize' | 'sizes' | 'onSize'>) {
  const { t } = useTranslation();
  if (sizes.length < 2) return null;
  return (
    <Box
      component="select"
      aria-label={t('widget.rowsPerPage')}
      title={t('widget.rowsPerPage')}
      value={pageSize}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => onSize(Number(event.target.value))}
      sx={{
        font: 'inherit',
        color: 'inherit',
        height: 28,
        px: 1,
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: '6px',
      }}
    >
      {sizes.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </Box>
  );
});

const PageButtons = memo(function PageButtons(props: {
  page: number;
  isLast: boolean;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('widget.previousPage')}
        disabled={props.page === 0}
        onClick={() => props.onPage(props.page - 1)}
      >
        <Icon name="chevronLeft" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('widget.nextPage')}
        disabled={props.isLast}
        onClick={() => props.onPage(props.page + 1)}
      >
        <Icon name="chevronRight" size={16} />
      </IconButton>
    </>
  );
});
