import { Box } from '@mui/material';
import { type DragEvent, type ReactNode, useState } from 'react';
import { FileButton } from './file-button.tsx';
import { Icon } from './icon.tsx';

/** A place for a file, or several: dropped on it, or chosen with its button. */
export function FileDrop(props: {
  /** Of the button. */
  label: string;
  /** Kinds of files that are offered, as in the attribute `accept`. */
  accept: string;
  /** Below the button: what to do, or the name of the file. */
  hint: string;
  onFile?: (file: File) => void;
  /** In place of `onFile`; with `isMultiple` there may be several. */
  onFiles?: ((files: readonly File[]) => void) | undefined;
  isMultiple?: boolean;
  children?: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const take = (files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    props.onFile?.(first);
    props.onFiles?.(props.isMultiple ? files : [first]);
  };
  return (
    <Box
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
      sx={{
        border: '1px dashed',
        borderColor: over ? 'var(--accent)' : 'var(--line)',
        background: over ? 'var(--accent-soft)' : 'var(--surface-2)',
        borderRadius: '8px',
        p: 5,
        textAlign: 'center',
        display: 'grid',
        gap: 2,
        justifyItems: 'center',
      }}
    >
      <Icon name="upload" size={24} />
      <FileButton
        label={props.label}
        accept={props.accept}
        autoFocus
        {...(props.isMultiple ? { onFiles: take } : { onFile: (file) => take([file]) })}
      />
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{props.hint}</Box>
      {props.children}
    </Box>
  );
}
