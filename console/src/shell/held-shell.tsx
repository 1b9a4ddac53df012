import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { session } from '../app/session.ts';
import { Icon } from '../controls/icon.tsx';
import { Crumbs } from './crumbs.tsx';
import { PagePlace } from './page-place.tsx';
import { ToolbarBox } from './toolbar.tsx';
import { UserMenu } from './user-menu.tsx';

/** For users who are held to their dashboards: no menu, and on other pages only the way back to the dashboard. */
export function HeldShell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const onDashboard = useLocation().pathname.startsWith('/dashboards/');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', overflow: 'hidden' }}>
      {!onDashboard && (
        <ToolbarBox>
          <IconButton aria-label={t('toolbar.backToDashboard')} onClick={() => void navigate(session.defaultPlace())}>
            <Icon name="back" />
          </IconButton>
          <Crumbs />
          <Box sx={{ flex: 1 }} />
          <UserMenu />
        </ToolbarBox>
      )}
      <PagePlace />
    </Box>
  );
}
