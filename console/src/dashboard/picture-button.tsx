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

const WORDS = {
  export: 'dashboard.savePicture',
  own: 'dashboard.ownPicture',
  reports: 'dashboard.reports',
} as const;

/** Offers the dashboard as a picture, a PDF or a report, and to who may change it the picture that lists show. */
export function PictureButton(props: {
  id: string;
  title: string;
  timeText: () => string;
  /** How the dashboard is on the screen: parameters of its address. */
  view: () => string;
  /** What there is of that; without anything there is no button. */
  offers: { export: boolean; own: boolean; reports: boolean };
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
  const { offers } = props;
  const choices = (['export', 'own', 'reports'] as const).filter((one) => offers[one]);
  const [only] = choices;
  if (!only) return null;
  return (
    <>
      <Tooltip title={t('dashboard.picture')}>
        <IconButton
          ref={button}
          aria-label={t('dashboard.picture')}
          aria-haspopup={choices.length > 1 ? 'menu' : 'dialog'}
          onPointerEnter={ExportPictureDialog.preload}
          onFocus={ExportPictureDialog.preload}
          onClick={({ currentTarget }) => (choices.length > 1 ? setMenu(currentTarget) : open(only))}
        >
          <Icon name="camera" />
        </IconButton>
      </Tooltip>
      <PopupMenu anchorEl={menu} onClose={() => setMenu(null)}>
        {choices.map((choice) => (
          <MenuItem key={choice} onClick={() => open(choice)}>
            {t(WORDS[choice])}
          </MenuItem>
        ))}
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
