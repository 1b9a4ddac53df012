import type { SnmpObject } from '@signalbox/contract/snmp-walk';
import { openDialog } from '../../app/dialogs.ts';
import { MibDialog } from './mib-dialog.tsx';
import { withObjects } from './suggested-mappings.ts';

/** Lets people choose objects of a device; resolves with the mappings and those of the chosen objects behind them. */
export async function browseObjects(mappings: readonly string[]): Promise<readonly string[]> {
  const chosen = await openDialog<readonly SnmpObject[]>((close) => <MibDialog close={close} />);
  return chosen ? withObjects(mappings, chosen) : mappings;
}
