import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { notify } from '../app/notices.ts';
import type { Shown } from './editor-panel.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { findLink, findNode, INPUT, linkKey, refuseLink, setFirst, setLabels } from './model/chain.ts';
import type { EditedChain } from './use-chain.ts';

/** Links two nodes, after a question about the labels; a link that is there is opened. Says why two cannot be linked. */
export function useLinking(
  { chain, edit }: EditedChain,
  select: (nodes: readonly string[], links: readonly string[]) => void,
  open: (shown: Shown) => void,
): (from: string, to: string) => void {
  const { t } = useTranslation();
  return useCallback(
    async (from: string, to: string) => {
      const refusal = refuseLink(chain, from, to);
      if (refusal) return void notify({ type: 'warn', message: t(`rules.refused.${refusal}`), duration: 6000 });
      if (from === INPUT) return edit(t('rules.step.input'), (now) => setFirst(now, to));
      const node = findNode(chain, from);
      if (!node) return;
      const known = findLink(chain, from, to);
      if (known) {
        select([], [linkKey(known)]);
        return open({ link: linkKey(known) });
      }
      const labels = await openDialog<readonly string[]>((close) => <LabelsDialog node={node} onClose={close} />);
      if (labels) edit(t('rules.step.link'), (now) => setLabels(now, from, to, labels));
    },
    [chain, edit, select, open, t],
  );
}
