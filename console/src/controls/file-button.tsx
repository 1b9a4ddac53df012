import { Button, type ButtonProps } from '@mui/material';
import { useRef } from 'react';

/** A button that asks for files of this machine. The same file can be chosen again after it was changed. */
export function FileButton(props: {
  label: string;
  /** Kinds of files that are offered, as in the attribute `accept`. */
  accept: string;
  onFile?: (file: File) => void;
  /** In place of `onFile`, for several files at a time. */
  onFiles?: ((files: readonly File[]) => void) | undefined;
  startIcon?: ButtonProps['startIcon'];
  autoFocus?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button startIcon={props.startIcon} autoFocus={props.autoFocus ?? false} onClick={() => input.current?.click()}>
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={props.onFiles !== undefined}
        accept={props.accept}
        aria-label={props.label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files[0]) props.onFile?.(files[0]);
          if (files.length > 0) props.onFiles?.(files);
          event.target.value = '';
        }}
      />
    </>
  );
}
