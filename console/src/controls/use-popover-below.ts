import type { PopoverProps } from '@mui/material';
import { useDirection } from '../i18n/use-language.ts';

/** Puts a popover below what opened it, in one line with the edge at which texts begin, or end. */
export function usePopoverBelow(
  edge: 'start' | 'end',
): Required<Pick<PopoverProps, 'anchorOrigin' | 'transformOrigin'>> {
  const horizontal = (useDirection() === 'ltr') === (edge === 'start') ? 'left' : 'right';
  return { anchorOrigin: { vertical: 'bottom', horizontal }, transformOrigin: { vertical: 'top', horizontal } };
}
