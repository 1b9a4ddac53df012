/** Lines of a menu that are left: paths to a page are shorter. */
const SHORT_MENU = 8;

const depthOf = (line: string) => line.search(/\S/);

/** Leaves out of a snapshot of a page what is in its long menus, which are the same on all pages. */
export function withoutMenu(snapshot: string): string {
  const lines = snapshot.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    kept.push(line);
    if (!/^\s*- navigation\b/.test(line)) continue;
    let end = at + 1;
    while (end < lines.length && depthOf(lines[end] as string) > depthOf(line)) end++;
    if (end - at - 1 > SHORT_MENU) at = end - 1;
  }
  return kept.join('\n');
}
