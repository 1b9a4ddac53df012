import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { formatSize } from '../../i18n/format-size.ts';

/** `SHA256: 0a1b…`; empty while there is none. */
export function checksumWords({ checksumAlgorithm, checksum }: OtaPackageInfo): string {
  return checksum ? `${checksumAlgorithm ?? ''}: ${checksum}` : '';
}

/** Size of its file in a larger unit; empty where it is not known. */
export function sizeWords({ dataSize }: OtaPackageInfo): string {
  return dataSize === null ? '' : formatSize(dataSize);
}
