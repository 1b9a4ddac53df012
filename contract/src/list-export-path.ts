/** Lists behind whose address another call has `/export`: that of whole rule chains. */
const ELSEWHERE: Readonly<Record<string, string>> = { '/api/ruleChains': '/api/ruleChains/list/export' };

/** Where the whole of a list is sent as a file. @param list path of the list, as routes have it */
export const exportPathOf = (list: string): string => ELSEWHERE[list] ?? `${list}/export`;
