/** Something that can be chosen, by its name. */
export interface Choice {
  id: string;
  label: string;
  /** It was chosen once and exists no longer, or is hidden from this user; its label is what is known of it. */
  isGone?: boolean | undefined;
}

/** Some of the choices that match a search, in their order. */
export interface ChoicePage {
  choices: readonly Choice[];
  hasNext: boolean;
}

/** Finds what matches `search`: page `page`, from 0, or all of it as a list. */
export type FindChoices = (search: string, page: number) => Promise<ChoicePage | readonly Choice[]>;

/** Texts as choices. */
export function textChoices(texts: readonly string[]): Choice[] {
  return texts.map((text) => ({ id: text, label: text }));
}

/** The texts that begin with `search`, in any case. */
export function textsBeginningWith(texts: readonly string[], search: string): string[] {
  const start = search.trim().toLowerCase();
  return texts.filter((text) => text.toLowerCase().startsWith(start));
}
