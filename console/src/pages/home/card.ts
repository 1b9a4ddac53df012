/** The frame of everything on the home page. */
export const card = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
} as const;
