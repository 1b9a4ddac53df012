/** The first field in a part of the page that says what is wrong with it. */
function wrongField(part: ParentNode): HTMLElement | undefined {
  for (const note of part.querySelectorAll('[role="alert"][id$="-note"]')) {
    const field = document.getElementById(note.id.slice(0, -'-note'.length));
    if (field) return field;
  }
  return undefined;
}

export const hasProblem = (part: ParentNode): boolean => wrongField(part) !== undefined;

/** Gives the focus to the first field in a part of the page that says what is wrong with it. @returns whether there is one */
export function focusProblem(part: ParentNode | null): boolean {
  const field = part ? wrongField(part) : undefined;
  field?.focus();
  return field !== undefined;
}
