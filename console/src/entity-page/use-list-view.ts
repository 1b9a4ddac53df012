import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListAction } from './list-header.tsx';
import { usePreference } from './use-preference.ts';

/**
 * Whether a list is drawn as cards, which is how it begins where it has them, or as a table; kept with the account.
 * @param hasCards whether it can be drawn as cards
 */
export function useListView(list: string, hasCards: boolean): { isCards: boolean; turn: ListAction | undefined } {
  const { t } = useTranslation();
  const { value, save } = usePreference(`view.${list}`);
  const isCards = hasCards && value !== 'table';
  return {
    isCards,
    turn: useMemo<ListAction | undefined>(() => {
      if (!hasCards) return undefined;
      return {
        id: 'view',
        label: t(isCards ? 'list.asTable' : 'list.asCards'),
        icon: isCards ? 'table' : 'dashboards',
        isQuiet: true,
        run: () => save(isCards ? 'table' : undefined),
      };
    }, [t, hasCards, isCards, save]),
  };
}
