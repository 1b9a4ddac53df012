/** What the runtime must know of a type before it draws it (widgets.md §1.5); what is left out has its default. */
export interface TypeParameters {
  useCustomDatasources?: true;
  maxDatasources?: number;
  maxDataKeys?: number;
  datasourcesOptional?: true;
  dataKeysOptional?: true;
  stateData?: true;
  hasDataPageLink?: true;
  singleEntity?: true;
  warnOnPageDataOverflow?: false;
  ignoreDataUpdateOnIntervalTick?: true;
}

/** Something in a widget that actions can be put on. */
export interface ActionSource {
  /** Key of its translation. */
  name: string;
  multiple: boolean;
  hasShowCondition?: true;
}

/** One key of one datasource, of one entity. */
export const ONE_VALUE: TypeParameters = { maxDatasources: 1, maxDataKeys: 1, singleEntity: true };

/** Buttons in the rows of a table. */
export const CELL_BUTTON = {
  actionCellButton: { name: 'widget-action.action-cell-button', multiple: true, hasShowCondition: true },
} as const;
export const ROW_CLICK = { rowClick: { name: 'widget-action.row-click', multiple: false } } as const;
/** Elements of the widget's own markup. */
export const ELEMENT_CLICK = { elementClick: { name: 'widget-action.element-click', multiple: true } } as const;

/** Code and markup of a type. */
export interface Controller {
  templateHtml: string;
  templateCss: string;
  script: string;
}

export interface ControllerParts {
  templateHtml?: string;
  templateCss?: string;
  /** Lines of the functions of a controller (widgets.md §1.3), by name. */
  on?: Partial<Record<'onInit' | 'onDataUpdated' | 'onResize' | 'onMobileModeChanged' | 'onDestroy', string[]>>;
  parameters?: TypeParameters;
  actionSources?: Readonly<Record<string, ActionSource>>;
}

function functionText(name: string, lines: readonly string[]): string {
  const body = lines.map((line) => `  ${line}\n`).join('');
  return `self.${name} = function() {\n${body}};`;
}

const returned = (value: object): string[] => `return ${JSON.stringify(value, null, 2)};`.split('\n');

/** A controller that has these functions, and nothing that it does not need. */
export function controller({ templateHtml = '', templateCss = '', on = {}, ...said }: ControllerParts): Controller {
  const functions = Object.entries(on).map(([name, lines]) => functionText(name, lines));
  if (said.parameters) functions.push(functionText('typeParameters', returned(said.parameters)));
  if (said.parameters?.useCustomDatasources) functions.push(functionText('useCustomDatasources', ['return true;']));
  if (said.actionSources) functions.push(functionText('actionSources', returned(said.actionSources)));
  return { templateHtml, templateCss, script: functions.join('\n\n') };
}

type Said = Pick<ControllerParts, 'parameters' | 'actionSources'>;

/**
 * A controller of one of the components that clients bring with them (widgets.md §4.0).
 * @param handle what the component is on the scope, if it is to hear of new data
 */
export function componentController(component: string, handle: string | null, said: Said = {}): Controller {
  return controller({
    templateHtml: `<${component} [ctx]="ctx"></${component}>`,
    ...(handle ? { on: { onDataUpdated: [`self.ctx.$scope.${handle}.onDataUpdated();`] } } : {}),
    ...said,
  });
}

/** A controller that hands everything to an object of a library class (widgets.md §1.8). */
export function libraryController(templateHtml: string, construction: string, said: Said = {}): Controller {
  return controller({
    templateHtml,
    on: {
      onInit: [`self.drawing = ${construction};`],
      onDataUpdated: ['self.drawing.update();'],
      onResize: ['self.drawing.resize();'],
      onDestroy: ['self.drawing.destroy();'],
    },
    ...said,
  });
}

/** A controller that writes the values down as text, for clients that do not draw the type themselves. */
export function plainController(said: Said = {}): Controller {
  const lines = [
    'var lines = (self.ctx.data || []).map(function(row) {',
    "  return row.dataKey.label + ': ' + (row.data.length ? row.data[row.data.length - 1][1] : '');",
    '});',
    "self.ctx.$container.css('white-space', 'pre-line').text(lines.join('\\n'));",
  ];
  return controller({ on: { onInit: ['self.onDataUpdated();'], onDataUpdated: lines }, ...said });
}
