import { IconButton, Tooltip } from '@mui/material';
import { type RefObject, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import type { FollowedByWidget } from '../exports/widget-data/widget-table.ts';
import type { Widget } from '../widgets/model.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { datasourcesOf } from './resolve-datasources.ts';

const WidgetDataDialog = lazyPart(async () => (await import('../exports/widget-data/widget-data-dialog.tsx')).default);

/** Whether a widget shows anything that the server has; controls follow no more than the device that they call. */
export function hasDownload(widget: Widget, type: WidgetType | null | undefined): boolean {
  if (!type?.data || widget.type === 'rpc' || widget.type === 'static') return false;
  return datasourcesOf(widget).some(
    ({ type: kind, dataKeys }) => kind !== 'function' && dataKeys.some((key) => key.type !== 'function'),
  );
}

/** Offers what a widget shows as a file. */
export function DownloadButton({
  title,
  follows,
}: {
  title: string;
  follows: RefObject<FollowedByWidget | undefined>;
}) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<FollowedByWidget>();
  return (
    <>
      <Tooltip title={t('widget.download')}>
        <IconButton
          className="widget-tool"
          size="small"
          aria-label={t('widget.downloadOf', { title })}
          aria-haspopup="dialog"
          onPointerEnter={WidgetDataDialog.preload}
          onFocus={WidgetDataDialog.preload}
          onClick={() => setOpened(follows.current)}
          sx={{ p: 1.5, background: 'var(--surface)' }}
        >
          <Icon name="download" size={15} />
        </IconButton>
      </Tooltip>
      {opened && (
        <Suspense>
          <WidgetDataDialog title={title} followed={opened} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
