/** Below this width of a card the parts of a row stand below each other. */
export const NARROW = '@container (max-width: 660px)';

/** A row of resources: name, three boxes, key, conditions. */
export const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) repeat(3, 92px) minmax(110px, 0.8fr) 72px',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 40,
  [NARROW]: {
    gridTemplateColumns: 'repeat(3, minmax(0, auto)) minmax(32px, 1fr)',
    columnGap: 1,
    rowGap: 0.5,
    py: 1.5,
    '& > .name': { gridColumn: '1 / -1' },
    '& > .key': { gridColumn: '1 / -1', gridRow: 3 },
  },
} as const;
