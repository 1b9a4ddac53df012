import { useColorScheme } from '@mui/material/styles';

export type ThemeMode = 'light' | 'dark' | 'system';

/** The mode the person chose, what is shown because of it, and how to change it. */
export function useThemeMode(): { choice: ThemeMode; mode: 'light' | 'dark'; setMode: (mode: ThemeMode) => void } {
  const { mode, systemMode, setMode } = useColorScheme();
  const choice = mode ?? 'system';
  return { choice, mode: choice === 'system' ? (systemMode ?? 'light') : choice, setMode };
}
