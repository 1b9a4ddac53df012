/** Gives the focus to the first field in a part of the page that says what is wrong with it. @returns whether there is one */
export function focusProblem(part: ParentNode | null): boolean {
  for (const note of part?.querySelectorAll('[role="alert"][id$="-note"]') ?? []) {
    const field = document.getElementById(note.id.slice(0, -'-note'.length));
    if (!field) continue;
    field.focus();
    return true;
  }
  return false;
}
