import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { useDirection } from '../i18n/use-language.ts';
import { createConsoleTheme } from './theme.ts';

/**
 * Rules go into one sheet, as they do by default in what is built. While the console is developed, each would get an
 * element of its own, and the whole page would be styled again for every one that comes.
 */
const styles = createCache({ key: 'css', speedy: true });

/** Gives everything inside the look of the console, in the direction of the language. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const direction = useDirection();
  const theme = useMemo(() => createConsoleTheme(direction), [direction]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="signalbox-theme" disableTransitionOnChange>
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
