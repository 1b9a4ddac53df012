import type { ImportedChain } from '../../rule-chain/model/exchange.ts';

/** The chain of the file that was opened last; until it is kept as a draft, or the page is loaded again. */
let imported: ImportedChain | undefined;

export function setImportedChain(chain: ImportedChain | undefined): void {
  imported = chain;
}

export const importedChain = (): ImportedChain | undefined => imported;
