import type { Authority } from '@signalbox/contract/authority';

/** What the shell knows about a page. */
export interface PageHandle {
  /** Key of the page's title, for the window and the last crumb. */
  title?: string;
  /** Key of its crumb where that is shorter than the title, because the crumb before it names whose page it is. */
  crumb?: string;
  /** Id of the text that explains it, where it is not that of its folder; null: there is none. */
  help?: string | null;
  /** Who may open it; absent: everybody who is signed in. */
  authorities?: readonly Authority[];
  /** Leads to another address instead of opening a page: always to the same one, or to that of the authority. */
  redirectTo?: string | Readonly<Partial<Record<Authority, string>>>;
  /** Open to people who are not signed in (sign-in and password pages). */
  isPublic?: boolean;
  /** With `isPublic`: where links of mails lead. Whoever is signed in sees it too, and it says what to do. */
  isOfLink?: boolean;
  /** May be opened by public visitors and by users who are held to their dashboards. */
  isDashboard?: boolean;
}
