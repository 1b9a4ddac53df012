import type { Place } from './place-values.ts';

/** A tooltip of a trip that is open. */
export interface OpenTooltip {
  /** Of the entity. */
  key: string;
  /** Beside the map there is room for one only. */
  on: 'marker' | 'side' | 'area';
  /** Of an area: where it was clicked. */
  at?: Place;
}

const isSame = (one: OpenTooltip, other: OpenTooltip) => one.key === other.key && one.on === other.on;

/** Opens another one. @param closesOthers whether one alone is open at a time */
export function withOpened(
  open: readonly OpenTooltip[],
  next: OpenTooltip,
  closesOthers: boolean,
): readonly OpenTooltip[] {
  if (closesOthers) return [next];
  return [...open.filter((one) => !isSame(one, next) && (next.on !== 'side' || one.on !== 'side')), next];
}

export const withClosed = (open: readonly OpenTooltip[], closed: OpenTooltip): readonly OpenTooltip[] =>
  open.filter((one) => !isSame(one, closed));

/** Opens the tooltip of a marker, or closes it where it is open. */
export function withToggled(open: readonly OpenTooltip[], key: string, closesOthers: boolean): readonly OpenTooltip[] {
  const marker: OpenTooltip = { key, on: 'marker' };
  return open.some((one) => isSame(one, marker)) ? withClosed(open, marker) : withOpened(open, marker, closesOthers);
}
