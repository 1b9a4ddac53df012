import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { areasOf } from '../../app/places/places.ts';
import { useSession } from '../../app/session.ts';
import { NamedIcon } from '../../controls/named-icon.tsx';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { textOf } from '../drawing/setting-values.ts';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { consolePath } from './navigation-model.ts';

/** Text that is a key of translations, as settings write it. */
const TRANSLATED = /^\{i18n:([^}]+)\}$/;

/** A tile that leads to a page of the console. */
export function NavigationCard({ widget, height }: WidgetProps) {
  const { t } = useTranslation();
  const viewer = useSession();
  const settings = settingsOf(widget);
  const path = consolePath(settings.path ?? '/devices');
  const place = areasOf(viewer)
    .flatMap(({ places }) => places)
    .find((one) => one.path === path);
  const written = textOf(settings.name) ?? '{i18n:device.devices}';
  const key = TRANSLATED.exec(written)?.[1];
  // Dashboards of other servers name keys that this one does not have.
  const found = withNamedTexts(written);
  const name = key === undefined || found !== written ? found : place ? t(place.name) : key;
  if (path === undefined) {
    return <Box sx={{ m: 'auto', color: 'text.secondary', textAlign: 'center' }}>{t('navigation.notAPage')}</Box>;
  }
  return (
    <Box
      component={Link}
      to={path}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        overflow: 'hidden',
        textAlign: 'center',
        textDecoration: 'none',
        color: 'text.primary',
        borderRadius: '8px',
        '&:hover': { background: 'var(--surface-2)' },
      }}
    >
      <NamedIcon
        name={textOf(settings.icon) ?? 'devices_other'}
        size={Math.max(20, Math.min(48, height * 0.4))}
        {...(place ? { fallback: place.icon } : {})}
      />
      {name}
    </Box>
  );
}
