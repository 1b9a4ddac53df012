import '../../theme/texts/texts.ts';
import { Box } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { version } from '../../../package.json';
import { Brand } from '../../controls/brand.tsx';
import { Copyright } from '../../controls/copyright.tsx';
import { setLanguage } from '../../i18n/i18n.ts';
import { offeredLanguages } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import './texts/texts.ts';

const MODES = ['light', 'dark', 'system'] as const;

const SELECT = {
  font: 'inherit',
  color: 'inherit',
  background: 'var(--bg)',
  border: 0,
  minHeight: 24,
  cursor: 'pointer',
} as const;

/** The page around a sign-in form: brand above, theme and language below. */
export function SignInFrame(props: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { mode, setMode } = useColorScheme();
  const language = useLanguage();
  const languages = offeredLanguages(language);
  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'grid',
        gridTemplateRows: 'auto 1fr auto',
        p: { xs: '20px 20px 14px', sm: 5 },
      }}
    >
      <Brand />
      <Box component="main" sx={{ display: 'grid', placeItems: 'center', py: 6 }}>
        <Box sx={{ width: '100%', maxWidth: 376 }}>
          <Box
            component="h1"
            sx={{ fontSize: 22, lineHeight: '30px', fontWeight: 640, letterSpacing: '-0.015em', m: '0 0 4px' }}
          >
            {props.title}
          </Box>
          <Box component="p" sx={{ m: '0 0 20px', color: 'text.secondary' }}>
            {props.text}
          </Box>
          {props.children}
        </Box>
      </Box>
      <Box
        component="footer"
        sx={{
          display: 'flex',
          justifyContent: 'center',
          flexWrap: 'wrap',
          columnGap: 4.5,
          color: 'text.disabled',
          fontSize: 12,
        }}
      >
        <Box
          component="select"
          aria-label={t('theme.theme')}
          value={mode ?? 'system'}
          onChange={(event) => setMode((event.target as HTMLSelectElement).value as (typeof MODES)[number])}
          sx={SELECT}
        >
          {MODES.map((name) => (
            <option key={name} value={name}>
              {t(`theme.${name}`)}
            </option>
          ))}
        </Box>
        {languages.length > 1 && (
          <Box
            component="select"
            aria-label={t('login.language')}
            value={language}
            onChange={(event) => setLanguage((event.target as HTMLSelectElement).value)}
            sx={SELECT}
          >
            {languages.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Box>
        )}
        <Box component="span" className="num" sx={{ lineHeight: '24px' }}>
          {t('app.version', { version })}
        </Box>
        <Box component="span" sx={{ lineHeight: '24px' }}>
          <Copyright />
        </Box>
      </Box>
    </Box>
  );
}
