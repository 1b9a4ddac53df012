import { MAX_RESOURCE_LENGTH, type Resource, type ResourceType } from '@signalbox/contract/resource';
import { readAsDataUrl } from '../../controls/read-data-url.ts';

/** What files of each type are called. */
export const ENDINGS: Readonly<Record<ResourceType, string>> = {
  LWM2M_MODEL: '.xml',
  JKS: '.jks',
  PKCS_12: '.p12,.pfx',
};

/** Largest file that the server takes, bytes: base64 has four characters for three of them. */
export const MAX_FILE_BYTES = Math.floor((MAX_RESOURCE_LENGTH * 3) / 4);

/** A file of this machine in base64. */
export async function readBase64(file: Blob): Promise<string> {
  const address = await readAsDataUrl(file);
  return address.slice(address.indexOf(',') + 1);
}

/** The file of a resource as it was uploaded. */
export function fileOf({ data }: Pick<Resource, 'data'>): Blob {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'application/octet-stream' });
}

/** Files that are to be uploaded, each name once: one that is chosen again takes the place of the former. */
export function withFiles(before: readonly File[], added: readonly File[]): File[] {
  const names = new Set(added.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...added];
}
