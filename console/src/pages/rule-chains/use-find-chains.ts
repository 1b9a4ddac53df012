import { useCallback } from 'react';
import { getRuleChains } from '../../api/rule-chains.ts';
import type { ChoicePage } from '../../controls/choice.ts';
import type { ChainScope } from './scope.ts';

const PAGE_SIZE = 50;

/** Finds the chains that may be led to: of the same type, and not the chain itself. */
export function useFindChains({ type }: ChainScope, ruleChainId: string) {
  return useCallback(
    async (textSearch: string, page: number): Promise<ChoicePage> => {
      const query = { pageSize: PAGE_SIZE, page, textSearch, sortProperty: 'name', sortOrder: 'ASC' as const };
      const { data, hasNext } = await getRuleChains(query, type);
      return {
        choices: data.filter(({ id }) => id.id !== ruleChainId).map(({ id, name }) => ({ id: id.id, label: name })),
        hasNext,
      };
    },
    [type, ruleChainId],
  );
}
