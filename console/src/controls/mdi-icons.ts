/** Icons of Material Design Icons, which configurations name `mdi:water-pump`. They come in groups, each when it is needed. */

/** Of the package, in the addresses of the groups: they are kept for good by browsers. */
export const MDI_VERSION = '7.4.47';
const GROUPS = 64;

/** What the package calls an icon: `water-pump` is mdiWaterPump. */
function mdiExport(name: string): string {
  return `mdi${name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`;
}

/** In which group an icon is. @param exported what the package calls it */
export function mdiGroup(exported: string): number {
  let sum = 0;
  for (let at = 0; at < exported.length; at++) sum = (sum * 31 + exported.charCodeAt(at)) % 65_521;
  return sum % GROUPS;
}

/** Address of a group: an object of paths by what the package calls their icons. */
export const mdiAddress = (group: number): string => `/static/mdi/${MDI_VERSION}/${group}.json`;

/** How an icon is drawn, as the path of a SVG of 24 by 24; undefined: there is none of that name. */
export async function mdiPath(name: string): Promise<string | undefined> {
  const exported = mdiExport(name);
  const reply = await fetch(mdiAddress(mdiGroup(exported)));
  if (!reply.ok) return undefined;
  const paths = (await reply.json()) as Record<string, string>;
  return Object.hasOwn(paths, exported) ? paths[exported] : undefined;
}
