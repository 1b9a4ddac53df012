import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { getRuleChainMetadata, ruleChainState, saveRuleChainMetadata } from '../api/rule-chain-metadata.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { attempt } from '../entity-page/entity-action.ts';
import { CHAIN_NODE } from './model/chain.ts';
import { compareChains, type Merge, mergeChains } from './model/difference.ts';
import { fromMetadata, toMetadata } from './model/exchange.ts';
import type { EditedChain } from './use-chain.ts';

type Answer = 'merge' | 'theirs' | undefined;

/** Somebody else saved meanwhile: nothing of theirs is overwritten without being shown. */
function ConflictDialog(props: { theirs: number; merge: Merge; onClose: (answer?: Answer) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { both } = props.merge;
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={() => props.onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('rules.conflict.title')}</DialogTitle>
      <DialogContent>
        <p>{t('rules.conflict.text', { count: props.theirs })}</p>
        {both.length > 0 && (
          <Alert severity="warning">
            {t('rules.conflict.both')}
            <ul>
              {both.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => props.onClose()}>{t('action.cancel')}</Button>
        <Button color="error" onClick={() => props.onClose('theirs')}>
          {t('rules.conflict.theirs')}
        </Button>
        <Button variant="contained" color="primary" onClick={() => props.onClose('merge')}>
          {t('rules.conflict.merge')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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
    const merge = mergeChains(edited.base.chain, theirs, edited.chain);
    const answer = await openDialog<Answer>((close) => (
      <ConflictDialog theirs={compareChains(edited.base.chain, theirs).length} merge={merge} onClose={close} />
    ));
    if (answer === 'merge') edited.rebase(live, merge.chain, t('rules.step.merge'));
    else if (answer === 'theirs') edited.rebase(live, theirs, t('rules.step.theirs'));
  }

  const save = () =>
    attempt(async () => {
      if (isSaving) return;
      setSaving(true);
      try {
        const metadata = await saveRuleChainMetadata(toMetadata(edited.chain, ruleChainId), edited.base.state);
        const live = fromMetadata(metadata);
        // Nodes come back in the order in which they were sent.
        const sent = edited.chain.nodes.filter(({ type }) => type !== CHAIN_NODE);
        const keys = sent.map(({ key }, at) => [key, live.nodes[at]?.key ?? key] as const);
        edited.saved({ chain: live, state: ruleChainState(metadata) }, new Map(keys));
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
