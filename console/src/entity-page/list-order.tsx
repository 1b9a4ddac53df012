import { Box, IconButton, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import type { Column } from './columns.ts';
import type { ListState } from './list-state.ts';

/** What cards are in order of: the heads of a table do it there. */
export function ListOrder<Row>(props: {
  columns: readonly Column<Row>[];
  state: ListState;
  onOrder: (order: Pick<ListState, 'sortProperty' | 'sortOrder'>) => void;
}) {
  const { t } = useTranslation();
  const { sortProperty, sortOrder } = props.state;
  const isUp = sortOrder === 'ASC';
  const turn = t(isUp ? 'list.ascending' : 'list.descending');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13, color: 'text.secondary' }}>
      <Box
        component="select"
        aria-label={t('list.orderBy')}
        value={sortProperty}
        onChange={(event) => props.onOrder({ sortProperty: (event.target as HTMLSelectElement).value, sortOrder })}
        sx={{
          font: 'inherit',
          color: 'inherit',
          background: 'var(--surface)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          minHeight: 36,
          px: 2,
          cursor: 'pointer',
        }}
      >
        {props.columns.map(
          (column) =>
            column.sortProperty !== undefined && (
              <option key={column.id} value={column.sortProperty}>
                {column.title}
              </option>
            ),
        )}
      </Box>
      <Tooltip title={turn}>
        <IconButton aria-label={turn} onClick={() => props.onOrder({ sortProperty, sortOrder: isUp ? 'DESC' : 'ASC' })}>
          <Icon name={isUp ? 'sortUp' : 'sortDown'} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
