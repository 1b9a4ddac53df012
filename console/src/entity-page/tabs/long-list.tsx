import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';

/** Rows drawn at first of a list that is loaded as a whole. */
const FIRST = 200;

/** Whether one of the texts contains what was searched, ignoring case. */
export function contains(search: string, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted));
}

/** The first rows of a long list, and a button for the rest. */
export function LongList<Row>(props: { rows: readonly Row[]; children: (shown: readonly Row[]) => ReactNode }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const { rows } = props;
  const cut = !whole && rows.length > FIRST;
  return (
    <>
      {props.children(cut ? rows.slice(0, FIRST) : rows)}
      {cut && (
        <Box sx={{ textAlign: 'center' }}>
          <Button onClick={() => setWhole(true)}>{t('list.showAll', { formatted: formatNumber(rows.length) })}</Button>
        </Box>
      )}
    </>
  );
}
