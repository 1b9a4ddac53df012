import { isId, type Path, pathText, readPath } from '../codecs/content.ts';

/** A path as the platform writes it: the object with its version (device-protocols.md §8.3). */
export interface VersionedPath {
  path: Path;
  version: string;
}

const FORM = /^\/(\d{1,5})(?:_(\d{1,5}(?:\.\d{1,5})?))?((?:\/\d{1,5}){0,3})$/;

/** Reads `/3_1.0/0/9`; without a version it is 1.0. @returns undefined when it is no path */
export function readVersionedPath(text: string): VersionedPath | undefined {
  const [, object, version = '1.0', rest = ''] = FORM.exec(text) ?? [];
  if (object === undefined || !isId(Number(object))) return undefined;
  const path = readPath(`/${object}${rest}`);
  return path && { path, version };
}

/** Writes `/3_1.0/0/9`. */
export function versionedText([object, ...rest]: Path, version: string): string {
  return `/${object}_${version}${rest.length === 0 ? '' : pathText(rest)}`;
}
