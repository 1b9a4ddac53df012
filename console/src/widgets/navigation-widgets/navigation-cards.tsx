import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { areasOf } from '../../app/places/places.ts';
import { useSession } from '../../app/session.ts';
import { Icon } from '../../controls/icon.tsx';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { columnsFor, filteredAreas } from './navigation-model.ts';

/** Where its viewer can go, by area, as tiles. */
export function NavigationCards({ widget, width }: WidgetProps) {
  const { t } = useTranslation();
  const areas = filteredAreas(areasOf(useSession()), settingsOf(widget));
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        display: 'grid',
        gap: 3,
        alignContent: 'start',
        gridTemplateColumns: `repeat(${columnsFor(width)}, minmax(0, 1fr))`,
      }}
    >
      {areas.map(({ section, name, places }) => (
        <Box component="section" key={section} aria-label={t(name)}>
          <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 12, fontWeight: 550, color: 'text.secondary' }}>
            {t(name)}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {places.map((place) => (
              <Box
                key={place.path}
                component={Link}
                to={place.path}
                sx={{
                  flex: '1 1 120px',
                  minHeight: 76,
                  p: 2,
                  display: 'flex',
                  flexDirection: 'column',
                  alignItems: 'center',
                  justifyContent: 'center',
                  gap: 1,
                  textAlign: 'center',
                  textDecoration: 'none',
                  color: 'text.primary',
                  border: '1px solid var(--line)',
                  borderRadius: '8px',
                  '&:hover': { background: 'var(--surface-2)' },
                }}
              >
                <Icon name={place.icon} size={24} />
                {t(place.name)}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
