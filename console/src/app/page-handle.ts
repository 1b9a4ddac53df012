import type { Authority } from '@signalbox/contract/authority';

/** What the shell knows about a page. */
export interface PageHandle {
  /** Key of the page's title, for the window and the last crumb. */
  title?: string;
  /** The crumb before that of the page: key of its label and where it leads. Absent: there is none. */
  crumb?: { label: string; to: string };
  /** Who may open it; absent: everybody who is signed in. */
  authorities?: readonly Authority[];
  /** Open to people who are not signed in (sign-in and password pages). */
  isPublic?: boolean;
  /** With `isPublic`: where links of mails lead. Whoever is signed in sees it too, and it says what to do. */
  isOfLink?: boolean;
  /** May be opened by public visitors and by users who are held to their dashboards. */
  isDashboard?: boolean;
}
