import '../texts/texts.ts';
import { useTranslation } from 'react-i18next';

/** What a gauge is called: its label and its value with the unit; undefined: there is none. */
export function useGaugeName(label: string, value: string | undefined, units: string): string {
  const { t } = useTranslation();
  if (value === undefined) return `${label}: ${t('widget.noData')}`;
  return `${label}: ${value}${units ? ` ${units}` : ''}`;
}
