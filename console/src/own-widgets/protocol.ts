/** What the page and the frame of a widget say to each other over their channel. */

import type { DataKey, Datasource, Widget } from '../widgets/model.ts';

/** Everything that travels is copied, so it is plain data. */
export type Plain = Readonly<Record<string, unknown>>;

/** What a frame draws: the code of a widget type. */
export interface TypeCode {
  controllerScript: string;
  templateHtml: string;
  templateCss: string;
  /** Class of the element that the widget is drawn in; styles of the type are for it alone. */
  namespace: string;
}

/** A script or style sheet that a type needs: its address, or what it says where the page has read it. */
export interface TypeResource {
  url: string;
  kind: 'script' | 'module' | 'style';
  text?: string;
}

/** What a widget may know of its surroundings. */
export interface FrameContext {
  widget: Widget;
  /** px */
  width: number;
  height: number;
  isEdit: boolean;
  isMobile: boolean;
  /** CSS variables of the theme by name. */
  theme: { variables: Readonly<Record<string, string>>; mode: 'light' | 'dark'; direction: 'ltr' | 'rtl' };
  language: string;
  locale: string;
  /** Server time minus browser time, ms. */
  serverOffset: number;
  currentUser: Plain | null;
  /** Steps through the states of the dashboard, and the name of each state by its id. */
  steps: readonly { id: string; params: Plain }[];
  stateNames: Readonly<Record<string, string>>;
  dashboard: { id: string; title: string };
  dashboardTimeWindow: Plain;
  /** Of the widget, where it does not follow the dashboard. */
  ownTimeWindow?: Plain;
  /** In a popover: of the dashboard that it stands over. */
  parentTimeWindow?: Plain;
  /** By their ids, as they are configured. */
  aliases: Readonly<Record<string, Plain>>;
  /** By the id of an alias, what it stands for in this state and for this viewer; without those that stand for nothing. */
  aliasInfos: Readonly<Record<string, Plain>>;
  /** Filters of the dashboard by their ids, with the values of the viewer, and what of them goes to the server. */
  filters: Readonly<Record<string, Plain>>;
  keyFilters: Readonly<Record<string, readonly unknown[]>>;
  /** The page shows the dialogs of the script over itself: the frame has their room, and nothing else of it is seen. */
  isOver?: boolean;
  /** Texts of the frame itself, and of buttons that many widgets have, by key. */
  texts: Readonly<Record<string, string>>;
}

/** A function of an action, and what it is called with. */
export interface ActionRun {
  customFunction: string;
  customHtml: string;
  customCss: string;
  /** Whether the function takes the markup as well. */
  isPretty: boolean;
  /** Set when the mobile app is asked first: the functions that say what with, and take what it answers. */
  mobile?: Plain | undefined;
  entityId: Plain | null;
  entityName: string | null;
  entityLabel: string | null;
  /** What the place of the click adds: a row, an alarm, a node. */
  additionalParams: object;
  /** What the widget of the action has, and the entity that it says it is about. */
  data: DataUpdate | null;
  activeEntity: Plain | null;
}

/** One row of `ctx.data` without its values. */
export interface RowShape {
  /** Place in `datasources`. */
  source: number;
  dataKey: DataKey;
}

/** What a subscription has received since the last time. */
export interface DataUpdate {
  /** Present when rows or entities are others than before. */
  shape?: {
    datasources: readonly Plain[];
    /** By place in `datasources`, the place among the configured ones. */
    configured: readonly number[];
    rows: readonly RowShape[];
    /** By place of the configured datasource, how many entities it found. */
    pages: readonly ({ totalElements: number; hasNext: boolean } | null)[];
  };
  /** Place of a row and its values, of the rows that have changed. */
  values: readonly (readonly [row: number, points: readonly (readonly [time: number, value: unknown])[]])[];
  timeWindow: Plain;
  /** Of the rows that are compared with. */
  comparisonTimeWindow?: Plain | undefined;
  alarms?: Plain | undefined;
  failure?: string | undefined;
}

/** What a type says about itself before it is drawn (widgets.md §1.5). */
export interface TypeAnswers {
  typeParameters: Plain;
  useCustomDatasources: boolean;
  actionSources: Plain;
  settingsSchema: unknown;
  dataKeySettingsSchema: unknown;
}

/** Why a widget is not drawn, or not as its author wanted. */
export interface FrameFailure {
  /** What did not work: the script or template could not be read, a file not be loaded, or a function failed. */
  stage: 'script' | 'html' | 'resource' | 'run' | 'endless' | 'silent' | 'flood' | 'left';
  message: string;
  /** Line of the script, from 1. */
  line?: number | undefined;
  column?: number | undefined;
}

export type ToFrame =
  | {
      kind: 'start';
      isProbe: boolean;
      code: TypeCode;
      resources: readonly TypeResource[];
      context: FrameContext;
      action?: ActionRun;
      /** Names of the drawings that the page puts over the frame, at the places that the frame says (drawing-name.ts). */
      drawn?: readonly string[] | undefined;
    }
  | { kind: 'context'; change: Partial<FrameContext> }
  /** `of`: id of a subscription, empty for the default one. */
  | { kind: 'data'; of: string; update: DataUpdate }
  /** The entities are others: the widget begins again. */
  | { kind: 'again' }
  /** Somebody hides a row of the widget, or shows it again; its place. */
  | { kind: 'visibility'; index: number }
  /** Another widget has said something to all. */
  | { kind: 'broadcast'; name: string; args: readonly unknown[] }
  /** A button of the widget in its header was pressed; its place among them. */
  | { kind: 'headerButton'; index: number }
  /** Somebody runs an action whose function uses what the script of the widget has set. */
  | { kind: 'runAction'; name: string; action: ActionRun }
  /** Somebody leaves the dialogs of the script. */
  | { kind: 'leaveDialogs' }
  | { kind: 'reply'; call: number; value?: unknown; error?: CallError }
  /** `picture`: its number, which the answer names. */
  | { kind: 'photograph'; picture: number; request: PictureRequest }
  | { kind: 'ping' }
  | { kind: 'destroy' };

export type FromFrame =
  | { kind: 'call'; call: number; method: string; args: readonly unknown[] }
  | { kind: 'answers'; answers: TypeAnswers }
  | { kind: 'failed'; failure: FrameFailure }
  /** Something failed that does not end the widget: what follows new values, or a part of the template. */
  | { kind: 'noted'; failure: FrameFailure }
  /** The function of an action of the widget, by the name of the action. */
  | { kind: 'actionFailed'; name: string; message: string }
  | { kind: 'started' }
  | { kind: 'header'; header: FrameHeader }
  /** Places of the rows that the script does not get. */
  | { kind: 'hidden'; rows: readonly number[] }
  | { kind: 'drawing'; drawing: FrameDrawing }
  /** Null: it could not be painted. */
  | { kind: 'photographed'; picture: number; painted: ImageBitmap | null }
  | { kind: 'pong' }
  /** Code of the type begins to run, or has ended. */
  | { kind: 'busy'; isBusy: boolean };

/** How a frame is to paint itself. */
export interface PictureRequest {
  /** px of the picture for each px of the frame */
  scale: number;
  /** Style that declares the fonts of the page, which needs no other file. */
  fonts: string;
}

/** px of the frame. */
export interface FrameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How large the dialog of a script is, px. */
export interface DialogSize {
  width: number;
  height: number;
}

/** A row of data that a script has changed, or that another subscription has. */
export interface DrawnRow {
  label: string;
  color: string;
  units: string | null;
  decimals: number | null;
  settings: Plain;
  data: readonly (readonly [time: number, value: unknown])[];
}

/** What the page is to draw over the frame. */
export interface FrameDrawing {
  /** Which one of the frame it is. */
  id: number;
  name: string;
  /** Null: nothing any more. */
  box: FrameBox | null;
  /** What the widget has drawn over that place, which stays visible. */
  holes: readonly FrameBox[];
  /** As the script has changed them. */
  settings: Plain;
  /** Instead of what the widget follows; absent: that. */
  rows?: readonly DrawnRow[] | undefined;
}

/** What a widget wants to be in its header. */
export interface FrameHeader {
  /** Null: as it is configured. */
  title: string | null;
  tooltip: string | null;
  isHidden: boolean;
  buttons: readonly { name: string; icon: string }[];
}

/** Why a call failed, as scripts of 3.3.2 look at it. */
export interface CallError {
  message: string;
  /** HTTP status; 0 without an answer. */
  status: number;
  /** Where it is not the message. */
  statusText?: string;
  body?: unknown;
}

/** What a script asks to be subscribed to. */
export interface SubscriptionRequest {
  type: 'latest' | 'timeseries' | 'alarm';
  datasources: readonly Datasource[];
  stateData: boolean;
  singleEntity: boolean;
  /** Absent: the window of the dashboard. */
  timeWindow?: Plain | undefined;
  /** Nothing is asked for before the script names a page. */
  isPaged: boolean;
  /** `comparisonEnabled`, `timeForComparison` and `comparisonCustomIntervalValue`. */
  comparison: Plain;
}

/** The first message of a frame, before it has a channel. */
export const FRAME_READY = 'signalbox widget frame';
