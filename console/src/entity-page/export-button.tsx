import { IconButton, Tooltip } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';
import type { ListAction } from './list-header.tsx';

/** Begins the export of a list in a tab, where there is no room for words. @param list its name, for the palette */
export function ExportButton({ action, list }: { action: ListAction; list: string }) {
  const { t } = useTranslation();
  const { label, icon, run } = action;
  useActions(
    useMemo<Action[]>(
      () => [{ id: 'export-tab', label: t('list.actionOn', { action: label, name: list }), group: list, icon, run }],
      [t, label, list, icon, run],
    ),
  );
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={run}>
        <Icon name={icon} />
      </IconButton>
    </Tooltip>
  );
}
