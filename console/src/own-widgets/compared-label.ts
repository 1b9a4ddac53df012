import '../widgets/texts/texts.ts';
import i18next from 'i18next';
import type { Plain } from './protocol.ts';

/** What a row is called whose values are those of the time that is compared with. */
export function comparedLabel(label: string, comparison: Plain | undefined): string {
  const time = String(comparison?.timeForComparison ?? 'previousInterval');
  return i18next.t('widget.comparedWith', {
    label,
    time: i18next.t([`widget.comparedTime.${time}`, 'widget.comparedTime.previousInterval']),
  });
}
