/** Id of the value that is equal, else of a new one, whose name no other has; the new one is added to `values`. */
export function idIn<Value extends { id: string }>(
  values: Record<string, Value>,
  nameOf: (value: Value) => string,
  isEqual: (value: Value) => boolean,
  name: string,
  make: (name: string) => Value,
): string {
  const all = Object.values(values);
  const found = all.find(isEqual);
  if (found) return found.id;
  const names = new Set(all.map(nameOf));
  let unique = name;
  for (let count = 1; names.has(unique); count++) unique = name + String(count);
  const made = make(unique);
  values[made.id] = made;
  return made.id;
}
