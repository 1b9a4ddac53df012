import type { RuleChain, RuleChainInput } from '@signalbox/contract/rule-chain';
import { createDefaultRuleChain, deleteRuleChain, saveRuleChain } from '../../api/rule-chains.ts';

/**
 * Adds a rule chain.
 * @param isForDevices with the nodes that messages of devices need; else it is empty
 */
export async function addChain(body: RuleChainInput, isForDevices: boolean): Promise<RuleChain> {
  if (!isForDevices) return saveRuleChain(body);
  const made = await createDefaultRuleChain(body.name ?? '');
  const { debugMode, additionalInfo } = body;
  try {
    return await saveRuleChain({ ...made, debugMode, additionalInfo });
  } catch (error) {
    // What was refused is added once it is right, and not twice.
    await deleteRuleChain(made.id.id).catch(() => undefined);
    throw error;
  }
}
