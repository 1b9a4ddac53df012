import type { RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { TFunction } from 'i18next';
import { RequestError } from '../../api/http.ts';
import { ruleChainState } from '../../api/rule-chain-metadata.ts';
import { restoreRuleChainVersion } from '../../api/rule-chain-versions.ts';
import { notify } from '../../app/notices.ts';
import { attempt } from '../../entity-page/entity-action.ts';

/** ms for which one can go back again */
const UNDO_DURATION = 10_000;

export interface Restoring {
  ruleChainId: string;
  /** Of the version that is wanted. */
  number: number;
  /** Of the version that is in force, to which one can go back; undefined: there is none. */
  inForce: number | undefined;
  /** The state of the chain as it was shown. */
  basedOn: string;
  /** Gets what the chain is now; undefined when somebody else changed it meanwhile. */
  done: (metadata: RuleChainMetadata | undefined) => void;
}

/** Makes a chain what it was, unless it is no longer what was shown, and offers to go back again. */
export function restoreVersion(t: TFunction, what: Restoring): void {
  const { ruleChainId, number, inForce, basedOn, done } = what;
  attempt(async () => {
    let metadata: RuleChainMetadata;
    try {
      metadata = await restoreRuleChainVersion(ruleChainId, number, basedOn);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 409) throw error;
      notify({ type: 'warn', message: t('rules.versions.changedMeanwhile'), duration: UNDO_DURATION });
      return done(undefined);
    }
    done(metadata);
    const goBack =
      inForce === undefined
        ? undefined
        : {
            label: t('rules.versions.undo'),
            run: () =>
              restoreVersion(t, {
                ...what,
                number: inForce,
                inForce: undefined,
                basedOn: ruleChainState(metadata),
              }),
          };
    notify({
      type: 'success',
      message: t('rules.versions.restored', { number }),
      duration: UNDO_DURATION,
      action: goBack,
    });
  });
}
