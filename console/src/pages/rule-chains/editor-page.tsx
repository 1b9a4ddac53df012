import './texts/texts.ts';
import { Button } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { failureKind } from '../../api/failure.ts';
import { getRuleChainMetadata, ruleChainState, saveRuleChainMetadata } from '../../api/rule-chain-metadata.ts';
import { getRuleChain, getRuleChains, saveRuleChain } from '../../api/rule-chains.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import type { ChoicePage } from '../../controls/choice.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { attempt } from '../../entity-page/entity-action.ts';
import { type Draft, dropDraft, findDraft, type LiveChain } from '../../rule-chain/drafts.ts';
import { type Chain, EMPTY_CHAIN } from '../../rule-chain/model/chain.ts';
import { fromMetadata, type ImportedChain, toMetadata } from '../../rule-chain/model/exchange.ts';
import { RuleChainEditor } from '../../rule-chain/rule-chain-editor.tsx';
import { useChain } from '../../rule-chain/use-chain.ts';
import { useLeadingChains } from '../../rule-chain/use-leading-chains.ts';
import { useSave } from '../../rule-chain/use-save.tsx';
import { useTargetNames } from '../../rule-chain/use-target-names.ts';
import { useRestore } from '../../rule-chain/versions/use-restore.ts';
import { DeletedWithChanges } from './deleted-with-changes.tsx';
import { importedChain, setImportedChain } from './imported-chain.ts';
import { type ChainScope, useChainScope } from './scope.ts';
import { useSaveAsNew } from './use-save-as-new.ts';

const PAGE_SIZE = 50;

const NO_CHAINS: ReadonlySet<string> = new Set();

/** Finds the chains that may be led to: of the same type, and not the chain itself. */
function useFindChains({ type }: ChainScope, ruleChainId: string) {
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

function StoredEditor(props: { ruleChain: RuleChain; live: LiveChain; draft: Draft | undefined; scope: ChainScope }) {
  const { ruleChain, live, draft, scope } = props;
  const client = useQueryClient();
  const ruleChainId = ruleChain.id.id;
  const edited = useChain(ruleChainId, live, false, draft);
  const reload = () => void client.invalidateQueries({ queryKey: ['ruleChains'] });
  const [isStored, setStored] = useState(false);
  const saveAsNew = useSaveAsNew(scope, () => {
    setStored(true);
    void dropDraft(ruleChainId);
  });
  const { save, isSaving } = useSave(ruleChainId, ruleChain.name, edited, reload, () => {
    const { name, debugMode, additionalInfo, configuration } = ruleChain;
    return saveAsNew({ name, type: scope.type, debugMode, additionalInfo, configuration, chain: edited.chain });
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
      targetNames={useTargetNames(edited.chain)}
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

function ImportEditor({ imported, scope }: { imported: ImportedChain; scope: ChainScope }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [live] = useState<LiveChain>({ chain: EMPTY_CHAIN, state: '' });
  const edited = useChain('import', live, true);
  const { edit } = edited;
  const [isSaving, setSaving] = useState(false);
  const [isLive, setLive] = useState(false);
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    setShown(true);
    edit(t('ruleChain.import'), () => imported.chain);
  }
  const save = () =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        const { chain: _drawn, ...members } = imported;
        const saved = await saveRuleChain({ ...members, root: false });
        await saveRuleChainMetadata(toMetadata(edited.chain, saved.id.id));
        setLive(true);
        setImportedChain(undefined);
        await client.invalidateQueries({ queryKey: ['ruleChains'] });
        notifySuccess(t('list.added', { name: saved.name }));
        await navigate(`${scope.path}/${saved.id.id}`, { replace: true });
      } finally {
        setSaving(false);
      }
    });
  return (
    <RuleChainEditor
      ruleChainId="import"
      name={imported.name}
      tenantId={NULL_UUID}
      type={scope.type}
      edited={isLive ? { ...edited, isDirty: false } : edited}
      isNew
      isSaving={isSaving}
      readOnly={false}
      onSave={save}
      targetNames={useTargetNames(edited.chain)}
      leading={NO_CHAINS}
      findChains={useFindChains(scope, '')}
    />
  );
}

/** The chain of a file, before it is stored. */
export function ImportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scope = useChainScope();
  const [imported] = useState(importedChain);
  useSetCrumbTitle(imported?.name);
  if (!imported || imported.type !== scope.type) {
    return (
      <EmptyState icon="upload" title={t('ruleChain.importGone')} text={t('ruleChain.importGoneText')}>
        <Button variant="contained" color="primary" onClick={() => void navigate(scope.path)}>
          {t('ruleChain.toList')}
        </Button>
      </EmptyState>
    );
  }
  return <ImportEditor imported={imported} scope={scope} />;
}
