import './texts/texts.ts';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { failureKind } from '../../api/failure.ts';
import { getRuleChainMetadata, ruleChainState } from '../../api/rule-chain-metadata.ts';
import { getRuleChain } from '../../api/rule-chains.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { openDialog } from '../../app/dialogs.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { SkeletonLines } from '../../controls/states.tsx';
import { type Draft, findDraft, type LiveChain } from '../../rule-chain/drafts.ts';
import type { Chain } from '../../rule-chain/model/chain.ts';
import { fromMetadata } from '../../rule-chain/model/exchange.ts';
import { RuleChainEditor } from '../../rule-chain/rule-chain-editor.tsx';
import { useChain } from '../../rule-chain/use-chain.ts';
import { useLeadingChains } from '../../rule-chain/use-leading-chains.ts';
import { useSave } from '../../rule-chain/use-save.tsx';
import { useTargets } from '../../rule-chain/use-targets.ts';
import { useRestore } from '../../rule-chain/versions/use-restore.ts';
import { DeletedWithChanges } from './deleted-with-changes.tsx';
import { type ChainScope, useChainScope } from './scope.ts';
import { useFindChains } from './use-find-chains.ts';
import { useSaveAsNew } from './use-save-as-new.ts';

function StoredEditor(props: { ruleChain: RuleChain; live: LiveChain; draft: Draft | undefined; scope: ChainScope }) {
  const { ruleChain, live, draft, scope } = props;
  const client = useQueryClient();
  const ruleChainId = ruleChain.id.id;
  const edited = useChain(ruleChainId, live, false, draft);
  const reload = () => void client.invalidateQueries({ queryKey: ['ruleChains'] });
  const [isStored, setStored] = useState(false);
  const saveAsNew = useSaveAsNew(scope, () => {
    setStored(true);
    edited.end();
  });
  const { save, isSaving } = useSave(ruleChainId, ruleChain.name, edited, reload, () => {
    const { name, debugMode, additionalInfo, configuration } = ruleChain;
    return saveAsNew({ name, type: scope.type, debugMode, additionalInfo, configuration, chain: edited.now().chain });
  });
  const tryChain = async (chain: Chain, makeLive: (() => void) | undefined) => {
    const { TryDialog } = await import('../../recorder/try/try-dialog.tsx');
    await openDialog((close) => (
      <TryDialog
        ruleChainId={ruleChainId}
        name={ruleChain.name}
        chain={chain}
        onMakeLive={makeLive}
        onClose={() => close()}
      />
    ));
  };
  return (
    <RuleChainEditor
      ruleChainId={ruleChainId}
      name={ruleChain.name}
      tenantId={ruleChain.tenantId.id}
      type={scope.type}
      edited={isStored ? { ...edited, isDirty: false } : edited}
      isNew={false}
      isSaving={isSaving}
      readOnly={false}
      onSave={save}
      onRestore={useRestore(ruleChainId, edited, reload)}
      onTry={scope.type === 'CORE' ? (chain, makeLive) => void tryChain(chain, makeLive) : undefined}
      targets={useTargets(edited.chain)}
      leading={useLeadingChains(ruleChainId)}
      findChains={useFindChains(scope, ruleChainId)}
    />
  );
}

/** A rule chain in its editor. */
export function EditorPage() {
  const { t } = useTranslation();
  const { ruleChainId = '' } = useParams();
  const scope = useChainScope();
  const ruleChain = useQuery({
    queryKey: ['ruleChains', 'one', ruleChainId],
    queryFn: () => getRuleChain(ruleChainId),
  });
  const metadata = useQuery({
    queryKey: ['rule chain metadata', ruleChainId],
    queryFn: async (): Promise<{ live: LiveChain; draft: Draft | undefined }> => {
      const [found, draft] = await Promise.all([getRuleChainMetadata(ruleChainId), findDraft(ruleChainId)]);
      return { live: { chain: fromMetadata(found), state: ruleChainState(found) }, draft };
    },
    // What is edited is not replaced under the hands of who edits it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = ruleChain.data?.name;
  useSetCrumbTitle(name !== undefined && ruleChain.data?.root ? t('ruleChain.withRoot', { name }) : name);
  const error = ruleChain.data && metadata.data ? undefined : (ruleChain.error ?? metadata.error);
  if (error) {
    const retry = () => {
      void ruleChain.refetch();
      void metadata.refetch();
    };
    const failure = <FailureState error={error} title={t('ruleChain.failed')} onRetry={retry} />;
    if (failureKind(error) !== 'gone') return failure;
    return <DeletedWithChanges ruleChainId={ruleChainId} scope={scope} otherwise={failure} />;
  }
  if (!ruleChain.data || !metadata.data) return <SkeletonLines count={6} />;
  return <StoredEditor key={ruleChainId} ruleChain={ruleChain.data} {...metadata.data} scope={scope} />;
}
