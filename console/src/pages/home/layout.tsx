import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { Places } from './places.tsx';

/** Something to begin with. */
export interface QuickAction {
  to: string;
  label: string;
  icon: IconName;
}

/** Counters, first steps and the newest of lists, with the places beside them; on phones below them. */
export function HomeLayout(props: { tiles: ReactNode; quick?: readonly QuickAction[]; lists: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 260px' },
        gridTemplateAreas: {
          xs: '"tiles" "quick" "lists" "places"',
          md: '"tiles places" "quick places" "lists places"',
        },
        gridTemplateRows: { md: 'auto auto 1fr' },
      }}
    >
      <Box sx={{ gridArea: 'tiles', display: 'grid', gap: 2.5, gridTemplateColumns: TILES }}>{props.tiles}</Box>
      {props.quick && (
        <Box
          component="section"
          aria-label={t('home.quick')}
          sx={{ gridArea: 'quick', display: 'flex', gap: 2, flexWrap: 'wrap' }}
        >
          {props.quick.map(({ to, label, icon }) => (
            <Button key={to} component={Link} to={to} startIcon={<Icon name={icon} size={16} />}>
              {label}
            </Button>
          ))}
        </Box>
      )}
      <Box sx={{ gridArea: 'lists', display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
        {props.lists}
      </Box>
      <Box sx={{ gridArea: 'places' }}>
        <Places />
      </Box>
    </Box>
  );
}

const TILES = { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(150px, 1fr))' };
