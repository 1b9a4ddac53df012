import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { useDirection } from '../i18n/use-language.ts';
import { createConsoleTheme } from './theme.ts';

/** Gives everything inside the look of the console, in the direction of the language. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const direction = useDirection();
  const theme = useMemo(() => createConsoleTheme(direction), [direction]);
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="signalbox-theme" disableTransitionOnChange>
      {children}
    </ThemeProvider>
  );
}
