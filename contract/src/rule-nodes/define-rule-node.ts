import type * as z from 'zod/mini';
import type { ComponentType } from '../component.ts';
import type { RuleChainType } from '../rule-chain.ts';
import type { FormFields } from './form-fields.ts';

export const SUCCESS = 'Success';
export const FAILURE = 'Failure';

/** Everything about a kind of rule node except its behaviour: for the server, the console and their clients. */
export interface RuleNodeDescription<Configuration = unknown, Clazz extends string = string> {
  /** Full class name, as chains and clients write it. */
  clazz: Clazz;
  kind: ComponentType;
  /** Name in the node library. */
  name: string;
  /** Own relations in their published order; Failure is added when it is not among them. */
  relations: readonly string[];
  /** Users may add relations of their own. */
  customRelations: boolean;
  /** False for nodes that only create messages. */
  inEnabled: boolean;
  /** Name of the form by which clients of 3.3.2 edit the configuration. */
  directive: string;
  /** Material icon; empty: the icon of the kind. */
  icon: string;
  /** Kinds of chain that may contain the node. */
  ruleChainTypes: readonly RuleChainType[];
  /** Reads a stored configuration; unknown members are ignored, absent ones get neutral values. */
  configuration: z.ZodMiniType<Configuration>;
  /** What a new node of the library starts with. */
  defaultConfiguration: Record<string, unknown>;
  /** How each member of the configuration is edited, in the order of the form. */
  fields: FormFields<Configuration>;
  /** One sentence for the library. */
  description: string;
  /** Help text, HTML. */
  details: string;
}

type Optional = 'relations' | 'customRelations' | 'inEnabled' | 'icon' | 'ruleChainTypes';

/** Describes a kind of node; members with common defaults may be omitted. */
export function describeRuleNode<Configuration, const Clazz extends string>(
  description: Omit<RuleNodeDescription<Configuration, Clazz>, Optional> &
    Partial<Pick<RuleNodeDescription<Configuration, Clazz>, Optional>>,
): RuleNodeDescription<Configuration, Clazz> {
  return {
    relations: [SUCCESS, FAILURE],
    customRelations: false,
    inEnabled: true,
    icon: '',
    ruleChainTypes: ['CORE', 'EDGE'],
    ...description,
  };
}
