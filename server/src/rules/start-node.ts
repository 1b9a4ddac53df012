import type { StoredRuleNode } from './chain-source.ts';
import { LastingError, type RuleNodeInstance, type RuleNodeServices } from './nodes/define-rule-node.ts';
import { firstIssue } from './nodes/first-issue.ts';
import { ruleNodeOf } from './nodes/registry.ts';

interface StartedNode {
  instance: RuleNodeInstance;
  error?: Error;
  /** Whether a retry is pointless. */
  isLasting?: boolean;
}

/** Starts a node. One that cannot start fails every message that reaches it; the rest of its chain works. */
export async function startNode(
  tenantId: string,
  node: StoredRuleNode,
  services: RuleNodeServices,
): Promise<StartedNode> {
  try {
    const definition = ruleNodeOf(node.type);
    if (!definition) throw new LastingError(`There is no rule node of type ${node.type}`);
    const parsed = definition.configuration.safeParse(node.configuration ?? {});
    if (!parsed.success) throw new LastingError(firstIssue('Configuration is not valid:', parsed.error));
    const instance = await definition.start(parsed.data, services, {
      tenantId,
      nodeId: node.id,
      nodeName: node.name,
      ruleChainId: node.ruleChainId,
    });
    return { instance };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const failure = new Error(`Failed to initialize rule node! ${error.message}`);
    return {
      error,
      isLasting: error instanceof LastingError,
      instance: {
        handle() {
          throw failure;
        },
      },
    };
  }
}
