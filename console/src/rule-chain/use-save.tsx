import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { getRuleChainMetadata, ruleChainState, saveRuleChainMetadata } from '../api/rule-chain-metadata.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { type ConflictAnswer, ConflictDialog } from '../editing/conflict-dialog.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { compareChains, mergeChains } from './model/difference.ts';
import { fromMetadata, savedKeys, toMetadata } from './model/exchange.ts';
import type { EditedChain } from './use-chain.ts';

/** Makes what is edited live; asks when somebody else did so meanwhile. */
export function useSave(
  ruleChainId: string,
  name: string,
  edited: EditedChain,
  onSaved: () => void,
  /** Somebody deleted the chain. */
  onGone?: () => Promise<void>,
) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);

  async function resolveConflict(): Promise<void> {
    const metadata = await getRuleChainMetadata(ruleChainId);
    const theirs = fromMetadata(metadata);
    const live = { chain: theirs, state: ruleChainState(metadata) };
    // Also what was changed while the save was under way.
    const { base, chain } = edited.now();
    const merge = mergeChains(base.chain, theirs, chain);
    const answer = await openDialog<ConflictAnswer>((close) => (
      <ConflictDialog
        title={t('rules.conflict.title')}
        text={t('rules.conflict.text', { count: compareChains(base.chain, theirs).length })}
        bothText={t('rules.conflict.both')}
        both={merge.both}
        onClose={close}
      />
    ));
    if (answer === 'merge') edited.rebase(live, merge.chain, t('rules.step.merge'));
    else if (answer === 'theirs') edited.rebase(live, theirs, t('rules.step.theirs'));
  }

  const save = () =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        const saved = edited.chain;
        const metadata = await saveRuleChainMetadata(toMetadata(saved, ruleChainId), edited.base.state);
        const live = fromMetadata(metadata);
        edited.saved({ chain: live, state: ruleChainState(metadata) }, saved, savedKeys(saved, live));
        notifySuccess(t('rules.isLive', { name }));
        onSaved();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (error.status === 409) await resolveConflict();
        else if (error.status === 404 && onGone) await onGone();
        else throw error;
      } finally {
        setSaving(false);
      }
    });
  return { save, isSaving };
}
