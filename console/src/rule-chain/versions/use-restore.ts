import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useTranslation } from 'react-i18next';
import { ruleChainState } from '../../api/rule-chain-metadata.ts';
import { ask } from '../../app/dialogs.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { fromMetadata } from '../model/exchange.ts';
import type { EditedChain } from '../use-chain.ts';
import { restoreVersion } from './restore-version.ts';

/** Goes back to a version while the chain is being edited: what is not live goes, after a question. */
export function useRestore(ruleChainId: string, edited: EditedChain, onSaved: () => void) {
  const { t } = useTranslation();
  return ({ number }: RuleChainVersion, shown: RuleChainVersion | undefined): void =>
    attempt(async () => {
      const sure =
        !edited.isDirty ||
        (await ask({
          title: t('rules.versions.dirtyTitle'),
          content: t('rules.versions.dirtyText', { number }),
          confirmLabel: t('rules.versions.dirtyConfirm'),
          cancelLabel: t('action.cancel'),
          destructive: true,
        }));
      if (!sure) return;
      restoreVersion(t, {
        ruleChainId,
        number,
        inForce: shown?.number,
        basedOn: edited.base.state,
        done(metadata) {
          if (metadata) edited.begin({ chain: fromMetadata(metadata), state: ruleChainState(metadata) });
          onSaved();
        },
      });
    });
}
