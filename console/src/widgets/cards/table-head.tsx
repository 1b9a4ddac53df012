import { Box } from '@mui/material';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import type { TableColumn } from './table-lines.tsx';
import type { TableSort } from './table-page.ts';

/** What a head shows of a column. */
type HeadColumn = Pick<TableColumn<never>, 'id' | 'title' | 'head' | 'align' | 'width' | 'sortable'>;

interface HeadProps {
  columns: readonly HeadColumn[];
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}

/** The head of a table: a click on it sorts by its column, another one the other way round. */
export const TableHead = memo(function TableHead({ columns, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {columns.map(({ id, title, head, align, width, sortable }) => {
          const active = sort.column === id;
          return (
            <th
              key={id}
              className={align === 'end' ? 'end' : ''}
              style={width ? { width } : undefined}
              aria-sort={active ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : undefined}
            >
              {head ??
                (sortable ? (
                  <Box
                    component="button"
                    type="button"
                    onClick={() =>
                      onSort({ column: id, direction: active && sort.direction === 'ASC' ? 'DESC' : 'ASC' })
                    }
                    sx={{
                      font: 'inherit',
                      color: 'inherit',
                      background: 'none',
                      border: 0,
                      p: 0,
                      minHeight: 28,
                      cursor: 'pointer',
                      display: 'inline-flex',
                      gap: 1,
                      alignItems: 'center',
                    }}
                  >
                    {title}
                    {active && <Icon name={sort.direction === 'ASC' ? 'sortUp' : 'sortDown'} size={13} />}
                  </Box>
                ) : (
                  title || <span className="visually-hidden">{t('widget.actions')}</span>
                ))}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
