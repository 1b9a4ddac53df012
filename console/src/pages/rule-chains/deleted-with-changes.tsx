import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../controls/states.tsx';
import { findDraft } from '../../rule-chain/drafts.ts';
import { setImportedChain } from './imported-chain.ts';
import type { ChainScope } from './scope.ts';

/** A chain that is gone, of which this browser kept changes: they can be opened as a new one. */
export function DeletedWithChanges(props: { ruleChainId: string; scope: ChainScope; otherwise: ReactNode }) {
  const { ruleChainId, scope, otherwise } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: draft } = useQuery({
    queryKey: ['rule chain draft', ruleChainId],
    queryFn: async () => (await findDraft(ruleChainId)) ?? null,
    gcTime: 0,
  });
  if (!draft) return otherwise;
  const open = () => {
    const nodes = draft.chain.nodes.map((node) => ({ ...node, id: null }));
    setImportedChain({
      name: t('ruleChain.restoredName'),
      type: scope.type,
      debugMode: false,
      additionalInfo: null,
      configuration: null,
      chain: { ...draft.chain, nodes },
    });
    void navigate(`${scope.path}/ruleChain/import`);
  };
  return (
    <EmptyState icon="delete" title={t('ruleChain.goneTitle')} text={t('ruleChain.goneText')}>
      <Button variant="contained" color="primary" onClick={open}>
        {t('ruleChain.openAsNew')}
      </Button>
    </EmptyState>
  );
}
