import type { RuleChainType } from '@signalbox/contract/rule-chain';
import type { ChoicePage } from '../controls/choice.ts';
import type { Chain } from './model/chain.ts';
import type { EditedChain } from './use-chain.ts';
import type { Targets } from './use-targets.ts';
import type { VersionListProps } from './versions/version-list.tsx';

export interface EditorProps {
  ruleChainId: string;
  name: string;
  tenantId: string;
  type: RuleChainType;
  edited: EditedChain;
  isNew: boolean;
  isSaving: boolean;
  readOnly: boolean;
  onSave: () => void;
  /**
   * Runs messages through the chain as it is edited; absent of one that is not stored, or never runs here.
   * @param makeLive saves it as it is; absent: nothing is to be saved
   */
  onTry?: ((chain: Chain, makeLive: (() => void) | undefined) => void) | undefined;
  /** Goes back to a version; absent of a chain that is not stored. */
  onRestore?: VersionListProps['onRestore'] | undefined;
  /** Other chains, which nodes lead to. */
  targets: Targets;
  /** Ids of the chains from which messages come to this one, itself included. */
  leading: ReadonlySet<string>;
  /** Chains that nodes may lead to. */
  findChains: (search: string, page: number) => Promise<ChoicePage>;
}
