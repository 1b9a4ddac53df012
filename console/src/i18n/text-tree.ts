/** Texts by key; a dot in a key goes one level down. */
export interface Texts {
  [name: string]: string | Texts;
}
