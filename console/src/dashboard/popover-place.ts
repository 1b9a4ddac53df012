import type { PopoverOrigin } from '@mui/material';

/** Where a popover and what it stands beside touch. */
interface PopoverPlace {
  anchor: PopoverOrigin;
  popover: PopoverOrigin;
}

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;
const PLACE = /^(top|bottom)(Left|Right)?$|^(left|right)(Top|Bottom)?$/;

/** The place of a name that actions use: the side, and which edges are in one line (`top`, `topLeft`, `rightBottom`). */
export function popoverPlace(name: string | undefined): PopoverPlace {
  const [, vertical, across, side, along] = PLACE.exec(name ?? '') ?? PLACE.exec('top') ?? [];
  if (side) {
    const edge = side as 'left' | 'right';
    const line = along ? (along.toLowerCase() as 'top' | 'bottom') : 'center';
    return {
      anchor: { vertical: line, horizontal: edge },
      popover: { vertical: line, horizontal: OPPOSITE[edge] },
    };
  }
  const edge = vertical as 'top' | 'bottom';
  const line = across ? (across.toLowerCase() as 'left' | 'right') : 'center';
  return {
    anchor: { vertical: edge, horizontal: line },
    popover: { vertical: OPPOSITE[edge], horizontal: line },
  };
}
