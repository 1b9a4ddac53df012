import './texts/texts.ts';
import { IconButton, MenuItem, Tooltip } from '@mui/material';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';

const ExportPictureDialog = lazyPart(
  async () => (await import('../dashboard-picture/export-picture-dialog.tsx')).default,
);
const ReportsDialog = lazyPart(async () => (await import('../dashboard-reports/reports-dialog.tsx')).default);
const OwnPictureDialog = lazyPart(async () => (await import('../dashboard-picture/own-picture-dialog.tsx')).default);

/** Offers the dashboard as a picture or a PDF, and to who may edit it the picture that lists show. */
export function PictureButton(props: {
  id: string;
  title: string;
  timeText: () => string;
  /** How the dashboard is on the screen: parameters of its address. */
  view: () => string;
  mayEdit: boolean;
}) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<'export' | 'own' | 'reports'>();
  const dashboard = () => button.current?.closest<HTMLElement>('[data-dashboard]') ?? null;
  const open = (what: typeof opened) => {
    setMenu(null);
    setOpened(what);
  };
  return (
    <>
      <Tooltip title={t('dashboard.picture')}>
        <IconButton
          ref={button}
          aria-label={t('dashboard.picture')}
          aria-haspopup={props.mayEdit ? 'menu' : 'dialog'}
          onPointerEnter={ExportPictureDialog.preload}
          onFocus={ExportPictureDialog.preload}
          onClick={({ currentTarget }) => (props.mayEdit ? setMenu(currentTarget) : open('export'))}
        >
          <Icon name="camera" />
        </IconButton>
      </Tooltip>
      <PopupMenu anchorEl={menu} onClose={() => setMenu(null)}>
        <MenuItem onClick={() => open('export')}>{t('dashboard.savePicture')}</MenuItem>
        <MenuItem onClick={() => open('own')}>{t('dashboard.ownPicture')}</MenuItem>
        <MenuItem onClick={() => open('reports')}>{t('dashboard.reports')}</MenuItem>
      </PopupMenu>
      <Suspense>
        {opened === 'export' && (
          <ExportPictureDialog
            dashboard={dashboard}
            title={props.title}
            timeText={props.timeText()}
            close={() => setOpened(undefined)}
          />
        )}
        {opened === 'reports' && (
          <ReportsDialog
            dashboard={{ id: props.id, title: props.title, view: props.view() }}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened === 'own' && (
          <OwnPictureDialog dashboardId={props.id} dashboard={dashboard} close={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  );
}
