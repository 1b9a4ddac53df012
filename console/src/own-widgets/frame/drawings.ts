/** What draws again when new values have come. */
export interface Drawings {
  draw: () => void;
  /** Adds one. @returns takes it out again */
  drawn: (update: () => void) => () => void;
  clear: () => void;
}

export function createDrawings(): Drawings {
  const drawings = new Set<() => void>();
  return {
    draw() {
      for (const draw of drawings) draw();
    },
    drawn(update) {
      drawings.add(update);
      return () => drawings.delete(update);
    },
    clear: () => drawings.clear(),
  };
}
