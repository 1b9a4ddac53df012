import { IconButton, Tooltip } from '@mui/material';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogPopover } from '../controls/dialog-popover.tsx';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import type { ColumnsControl } from './use-columns.ts';

const ColumnsPanel = lazyPart<{ control: ColumnsControl<unknown> }>(
  async () => (await import('./columns-panel.tsx')).ColumnsPanel,
);

/** The button that opens the columns of a list. */
export function ColumnsMenu<Row>({ control }: { control: ColumnsControl<Row> }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = t('list.columns');
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== undefined}
          onPointerEnter={ColumnsPanel.preload}
          onFocus={ColumnsPanel.preload}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="columns" />
        </IconButton>
      </Tooltip>
      <DialogPopover
        label={label}
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        sx={{ p: '10px 8px', width: 320, maxHeight: 'min(560px, 80vh)' }}
      >
        <Suspense fallback={<SkeletonLines count={6} />}>
          <ColumnsPanel control={control as ColumnsControl<unknown>} />
        </Suspense>
      </DialogPopover>
    </>
  );
}
