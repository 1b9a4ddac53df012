/** One of several that something could not be done with. */
export interface Failed<Item> {
  item: Item;
  error: unknown;
}

/**
 * Does something with each of several, one after the other: what fails with one does not keep it from the others.
 * @returns those that it failed with, in their order
 */
export async function tryEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<Failed<Item>[]> {
  const failed: Failed<Item>[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failed.push({ item, error });
    }
  }
  return failed;
}
