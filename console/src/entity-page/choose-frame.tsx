import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

/** A dialog that asks for a choice: what there is to choose, a way out, and a button that takes it. */
export function ChooseFrame(props: {
  title: string;
  confirmLabel: string;
  /** Begins with a picker. */
  withPicker?: boolean;
  /** Whether something has been chosen that would be lost. */
  dirty: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.confirmLabel}
      dirty={props.dirty}
      onSubmit={props.onConfirm}
      onClose={props.onCancel}
      // Room for the choices of a picker, so that they do not cover the buttons.
      contentSx={{ display: 'grid', gap: 3, alignContent: 'start', minHeight: props.withPicker ? 340 : 0 }}
    >
      {props.children}
    </FormDialog>
  );
}
