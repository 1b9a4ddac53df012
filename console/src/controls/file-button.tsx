import { Button, type ButtonProps } from '@mui/material';
import { useRef } from 'react';

/** A button that asks for one file of this machine. The same file can be chosen again after it was changed. */
export function FileButton(props: {
  label: string;
  /** Kinds of files that are offered, as in the attribute `accept`. */
  accept: string;
  onFile: (file: File) => void;
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
        accept={props.accept}
        aria-label={props.label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) props.onFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
