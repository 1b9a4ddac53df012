import { type Leaf, type Path, pathText } from '../codecs/content.ts';

/** States and results of updates (OMA objects 5 and 9), by the path of their resource without the instance. */
const TEXTS: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map<string, Record<number, string>>([
  ['/5/0/3', { 0: 'Idle', 1: 'Downloading', 2: 'Downloaded', 3: 'Updating' }],
  [
    '/5/0/5',
    {
      0: 'Initial value',
      1: 'Firmware updated successfully',
      2: 'Not enough flash memory for the new firmware package',
      3: 'Out of RAM during downloading process',
      4: 'Connection lost during downloading process',
      5: 'Integrity check failure for new downloaded package',
      6: 'Unsupported package type',
      7: 'Invalid URI',
      8: 'Firmware update failed',
      9: 'Unsupported protocol',
    },
  ],
  ['/9/0/7', { 0: 'Initial', 1: 'Download started', 2: 'Downloaded', 3: 'Delivered', 4: 'Installed' }],
  [
    '/9/0/9',
    {
      0: 'Initial value',
      1: 'Downloading',
      2: 'Software successfully installed',
      3: 'Successfully downloaded and package integrity verified',
      50: 'Not enough storage for the new software package',
      51: 'Out of memory during downloading process',
      52: 'Connection lost during downloading process',
      53: 'Package integrity check failure',
      54: 'Unsupported package type',
      56: 'Invalid URI',
      57: 'Device defined update error',
      58: 'Software installation failure',
      59: 'Uninstallation failure during the update',
    },
  ],
]);

/** What a number says about the update of a firmware or a software; undefined for other resources and numbers. */
export function stateText(path: Path, value: Leaf): string | undefined {
  return TEXTS.get(pathText(path))?.[Number(value)];
}
