/** A note in a widget that something it asks for is not part of this console. */
export function noteMissing(container: { append(element: Element): unknown }, words: string): HTMLElement {
  const note = document.createElement('div');
  note.className = 'missing-part';
  note.setAttribute('role', 'note');
  note.textContent = words;
  container.append(note);
  return note;
}
