import type { ComponentProps } from 'react';
import { DialogPopover } from './dialog-popover.tsx';
import { EntityPicker } from './entity-picker.tsx';

/** A picker below the control that opened it, for what has no field of its own: filters, what a page shows. */
export function PickerPopover({
  anchor,
  onClose,
  ...picker
}: Omit<ComponentProps<typeof EntityPicker>, 'autoFocus'> & {
  /** What opened it; without one it is closed. */
  anchor: HTMLElement | null | undefined;
  onClose: () => void;
}) {
  return (
    <DialogPopover label={picker.label} anchor={anchor} onClose={onClose} sx={{ p: 4, width: 300 }}>
      <EntityPicker {...picker} autoFocus />
    </DialogPopover>
  );
}
