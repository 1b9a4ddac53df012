/** The icon names with all words of a search in them; those that begin with it come first. */
export function findIcons(names: readonly string[], search: string): readonly string[] {
  const words = search
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);
  if (words.length === 0) return names;
  const start = words.join('_');
  const found = names.filter((name) => words.every((word) => name.includes(word)));
  return [...found.filter((name) => name.startsWith(start)), ...found.filter((name) => !name.startsWith(start))];
}

/** The place in a grid that a key leads to from another one; undefined: the key leads nowhere. */
export function placeByKey(key: string, at: number, columns: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: count - 1 - at,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = at + step;
  return next >= 0 && next < count ? next : at;
}
