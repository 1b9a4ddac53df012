import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { saveRuleChainMetadata } from '../../api/rule-chain-metadata.ts';
import { saveRuleChain } from '../../api/rule-chains.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { type ImportedChain, toMetadata } from '../../rule-chain/model/exchange.ts';
import type { ChainScope } from './scope.ts';

/**
 * Offers to store what is edited of a deleted chain as a new one, which is opened then.
 * @param onStored nothing is lost any more when the page is left
 */
export function useSaveAsNew(scope: ChainScope, onStored: () => void): (edited: ImportedChain) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  return async ({ chain, ...members }) => {
    const isWanted = await ask({
      title: t('ruleChain.deletedTitle', { name: members.name }),
      content: t('ruleChain.deletedText'),
      confirmLabel: t('ruleChain.addAsNew'),
      cancelLabel: t('action.cancel'),
    });
    if (!isWanted) return;
    const saved = await saveRuleChain({ ...members, root: false });
    // Nodes of the deleted chain are gone; these are new ones.
    const nodes = chain.nodes.map((node) => ({ ...node, id: null }));
    await saveRuleChainMetadata(toMetadata({ ...chain, nodes }, saved.id.id));
    onStored();
    await client.invalidateQueries({ queryKey: ['ruleChains', 'page'] });
    notifySuccess(t('list.added', { name: saved.name }));
    await navigate(`${scope.path}/${saved.id.id}`, { replace: true });
  };
}
