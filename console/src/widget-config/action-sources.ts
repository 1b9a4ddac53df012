/** Where in a widget an action may be offered, as the type of the widget says it. */
export interface ActionSourceInfo {
  /** A key of the texts that types of other makers know. */
  name?: string;
  /** False: only the first action counts. */
  multiple?: boolean;
  hasShowCondition?: boolean;
}

/** By the id that configurations name. */
export type ActionSources = Readonly<Record<string, ActionSourceInfo>>;

/** Every widget has it. */
export const HEADER_BUTTON: ActionSources = { headerButton: { multiple: true, hasShowCondition: true } };

/** A state of a dashboard. */
export interface StateName {
  id: string;
  name: string;
}

/** The sources that ours have names for. */
const NAMED = [
  ...['headerButton', 'actionCellButton', 'rowClick', 'rowDoubleClick', 'elementClick', 'nodeSelected'],
  ...['sliceClick', 'markerClick', 'polygonClick', 'tooltipAction'],
] as const;
type Named = (typeof NAMED)[number];

export const isNamed = (source: string): source is Named => NAMED.some((one) => one === source);

/** `widget-action.cell-click` → `Cell click`: words for a source that has no name here. */
export function wordsOfSource(source: string, { name }: ActionSourceInfo): string {
  const words = (name?.split('.').at(-1) ?? source)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
