import { IconButton, Tooltip } from '@mui/material';
import { Icon } from '../controls/icon.tsx';
import type { ListAction } from './list-header.tsx';

/** Begins the export of a list in a tab, where there is no room for words. */
export function ExportButton({ action: { label, icon, run } }: { action: ListAction }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={run}>
        <Icon name={icon} />
      </IconButton>
    </Tooltip>
  );
}
