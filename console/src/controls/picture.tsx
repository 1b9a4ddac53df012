import { Box } from '@mui/material';

/** A small image; nothing of it runs. */
export function Picture({ src }: { src: string }) {
  return (
    <Box
      component="img"
      src={src}
      alt=""
      sx={{ display: 'block', maxWidth: 100, maxHeight: 100, borderRadius: '6px', border: '1px solid var(--line)' }}
    />
  );
}
