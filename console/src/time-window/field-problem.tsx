import { Box } from '@mui/material';

/** What is wrong with a field, below it. Its line is always there, so that nothing moves when something is wrong. */
export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <Box id={id} role="status" sx={{ minHeight: 18, fontSize: 12.5, lineHeight: '18px', color: 'var(--critical)' }}>
      {text}
    </Box>
  );
}
