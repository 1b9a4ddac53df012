/** What the library goes by. */
export interface Ordered {
  createdTime: number;
  descriptor: { type?: unknown };
}

/** The types of a bundle as its library shows them: by the kind of their data from Z to A, the newest first. */
export function inLibraryOrder<Type extends Ordered>(types: readonly Type[]): Type[] {
  const kindOf = ({ descriptor }: Type) => String(descriptor.type ?? '');
  return types.toSorted(
    (one, other) => kindOf(other).localeCompare(kindOf(one)) || other.createdTime - one.createdTime,
  );
}
