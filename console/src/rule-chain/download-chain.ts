import type { RuleChain } from '@signalbox/contract/rule-chain';
import { getRuleChainMetadata } from '../api/rule-chain-metadata.ts';
import { saveFile } from '../controls/save-file.ts';
import { chainFile } from './model/exchange.ts';

/** Saves a stored chain as a file that can be imported. */
export async function downloadChain(chain: RuleChain): Promise<void> {
  const text = `${JSON.stringify(chainFile(chain, await getRuleChainMetadata(chain.id.id)), null, 2)}\n`;
  const name = chain.name.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase() || 'rule_chain';
  saveFile(`${name}.json`, new Blob([text], { type: 'application/json' }));
}
