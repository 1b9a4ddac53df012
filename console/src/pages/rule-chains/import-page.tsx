import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import type { RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequestError } from '../../api/http.ts';
import { getRuleChainMetadata, ruleChainState, saveRuleChainMetadata } from '../../api/rule-chain-metadata.ts';
import { deleteRuleChain, saveRuleChain } from '../../api/rule-chains.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { notifySuccess } from '../../app/notices.ts';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { attempt } from '../../entity-page/entity-action.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { type ImportDraft, importDrafts, keepDraft, type LiveChain } from '../../rule-chain/drafts.ts';
import { EMPTY_CHAIN } from '../../rule-chain/model/chain.ts';
import { fromMetadata, type ImportedChain, savedKeys, toMetadata } from '../../rule-chain/model/exchange.ts';
import { RuleChainEditor } from '../../rule-chain/rule-chain-editor.tsx';
import { changedSince, importedKind, useChain } from '../../rule-chain/use-chain.ts';
import { useTargets } from '../../rule-chain/use-targets.ts';
import { importedChain, setImportedChain } from './imported-chain.ts';
import { type ChainScope, useChainScope } from './scope.ts';
import { useFindChains } from './use-find-chains.ts';

const NO_CHAINS: ReadonlySet<string> = new Set();
const NOTHING_LIVE: LiveChain = { chain: EMPTY_CHAIN, state: '' };

/** Whether a chain is still as it was when it was created for an import; false when it is gone. */
async function isStillEmpty(ruleChainId: string): Promise<boolean> {
  try {
    return (await getRuleChainMetadata(ruleChainId)).nodes.length === 0;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return false;
    throw error;
  }
}

function ImportEditor(props: {
  imported: ImportedChain;
  /** The chain that was created for it before its nodes were refused. */
  begunId: string | undefined;
  /** When it was kept as it is, epoch ms; absent: it comes from the file. */
  keptAt: number | undefined;
  scope: ChainScope;
}) {
  const { imported, keptAt, scope } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { chain, ...members } = imported;
  // What is kept as a draft is found there when the page is opened again.
  const begunId = useRef(props.begunId);
  const [kind] = useState(() =>
    importedKind(
      members,
      () => setImportedChain(undefined),
      () => begunId.current,
    ),
  );
  const draft = keptAt === undefined ? undefined : { base: NOTHING_LIVE, chain, savedAt: keptAt };
  const edited = useChain(scope.type, NOTHING_LIVE, true, draft, kind);
  const { edit } = edited;
  const [isSaving, setSaving] = useState(false);
  const [isShown, setShown] = useState(keptAt !== undefined);
  if (!isShown) {
    setShown(true);
    edit(t('ruleChain.import'), () => chain);
  }
  /** Where to go once nothing is unsaved any more. */
  const [next, setNext] = useState<string>();
  useEffect(() => {
    if (next !== undefined) void navigate(next, { replace: true });
  }, [next, navigate]);
  const leaveTo = (path: string) => {
    setImportedChain(undefined);
    edited.end();
    setNext(path);
  };
  /** The chain that gets the nodes: that of the attempt before, or a new one. */
  const chainToFill = async (): Promise<string> => {
    if (begunId.current !== undefined && (await isStillEmpty(begunId.current))) return begunId.current;
    const { id } = await saveRuleChain({ ...members, root: false });
    begunId.current = id.id;
    return id.id;
  };
  const save = () =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        const sent = edited.chain;
        const id = await chainToFill();
        let metadata: RuleChainMetadata;
        try {
          metadata = await saveRuleChainMetadata(toMetadata(sent, id));
        } catch (error) {
          // Also after the page is opened again.
          await kind.keepDraft(scope.type, { content: EMPTY_CHAIN, state: '' }, edited.now().chain);
          throw error;
        }
        await client.invalidateQueries({ queryKey: ['ruleChains'] });
        notifySuccess(t('list.added', { name: imported.name }));
        const now = edited.now().chain;
        if (now !== sent) {
          // The editor of what is live goes on with what was changed meanwhile.
          const live = fromMetadata(metadata);
          const changed = changedSince(sent, now, live, savedKeys(sent, live));
          const base = { chain: live, state: ruleChainState(metadata) };
          await keepDraft(id, { base, chain: changed, savedAt: Date.now() });
        }
        leaveTo(`${scope.path}/${id}`);
      } finally {
        setSaving(false);
      }
    });
  const discard = () =>
    attempt(async () => {
      const begun = begunId.current;
      if (begun !== undefined && (await isStillEmpty(begun))) {
        await deleteRuleChain(begun);
        await client.invalidateQueries({ queryKey: ['ruleChains'] });
      }
      leaveTo(scope.path);
    });
  return (
    <RuleChainEditor
      ruleChainId="import"
      name={imported.name}
      tenantId={NULL_UUID}
      type={scope.type}
      edited={{ ...edited, isDirty: next === undefined, revert: discard }}
      isNew
      isSaving={isSaving}
      readOnly={false}
      onSave={save}
      targets={useTargets(edited.chain)}
      leading={NO_CHAINS}
      findChains={useFindChains(scope, '')}
    />
  );
}

/** Characters of a name in a question. */
const MAX_SHOWN = 60;

const shortened = (name: string): string => (name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name);

/** Which goes on: the chain of the file, or the one that was imported before and is still a draft. */
function WhichChain(props: { imported: ImportedChain; draft: ImportDraft; onChosen: (isDraft: boolean) => void }) {
  const { t } = useTranslation();
  const { imported, draft } = props;
  const words = { name: shortened(draft.imported.name), at: formatDateTime(draft.savedAt) };
  return (
    <EmptyState icon="upload" title={t('ruleChain.importKept')} text={t('ruleChain.importKeptText', words)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'center' }}>
        <Button variant="contained" color="primary" onClick={() => props.onChosen(true)}>
          {t('ruleChain.importGoOn', { name: words.name })}
        </Button>
        <Button onClick={() => props.onChosen(false)}>
          {t('ruleChain.importInstead', { name: shortened(imported.name) })}
        </Button>
      </Box>
    </EmptyState>
  );
}

/** The chain of a file, before it is stored. */
export function ImportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scope = useChainScope();
  const [file] = useState(importedChain);
  const imported = file?.type === scope.type ? file : undefined;
  const kept = useQuery({
    queryKey: ['imported rule chain', scope.type],
    queryFn: async () => ({ draft: await importDrafts.find(scope.type) }),
    // What is edited is not replaced under the hands of who edits it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draft = kept.data?.draft;
  const [isDraftChosen, setDraftChosen] = useState<boolean>();
  const isDraft = draft !== undefined && (!imported || isDraftChosen === true);
  const opened = isDraft ? draft.imported : imported;
  useSetCrumbTitle(opened?.name);
  if (!kept.data) return <SkeletonLines count={6} />;
  if (!opened) {
    return (
      <EmptyState icon="upload" title={t('ruleChain.importGone')} text={t('ruleChain.importGoneText')}>
        <Button variant="contained" color="primary" onClick={() => void navigate(scope.path)}>
          {t('ruleChain.toList')}
        </Button>
      </EmptyState>
    );
  }
  if (imported && draft && isDraftChosen === undefined) {
    return <WhichChain imported={imported} draft={draft} onChosen={setDraftChosen} />;
  }
  return (
    <ImportEditor
      imported={opened}
      begunId={isDraft ? draft.begunId : undefined}
      keptAt={isDraft ? draft.savedAt : undefined}
      scope={scope}
    />
  );
}
