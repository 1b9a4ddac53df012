/** A section of the page. */
export const card = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
  p: { xs: 4, sm: 5 },
} as const;
