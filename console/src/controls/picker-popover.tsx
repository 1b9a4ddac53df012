import { Box } from '@mui/material';
import { type ComponentProps, Suspense } from 'react';
import { DialogPopover } from './dialog-popover.tsx';
import type { EntityPicker as Picker } from './entity-picker.tsx';
import { lazyPart } from './lazy-part.tsx';

const EntityPicker = lazyPart(async () => (await import('./entity-picker.tsx')).EntityPicker);

/** Of a picker without help, in px: the popover does not grow when it comes. */
const PICKER_HEIGHT = 62;

/** A picker below the control that opened it, for what has no field of its own: filters, what a page shows. */
export function PickerPopover({
  anchor,
  onClose,
  ...picker
}: Omit<ComponentProps<typeof Picker>, 'autoFocus'> & {
  /** What opened it; without one it is closed. */
  anchor: HTMLElement | null | undefined;
  onClose: () => void;
}) {
  return (
    <DialogPopover label={picker.label} anchor={anchor} onClose={onClose} sx={{ p: 4, width: 300 }}>
      <Suspense fallback={<Box sx={{ height: PICKER_HEIGHT }} />}>
        <EntityPicker {...picker} autoFocus />
      </Suspense>
    </DialogPopover>
  );
}
