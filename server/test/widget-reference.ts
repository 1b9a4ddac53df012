// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { expect } from 'vitest';

/** What widgets.md §4 says of a type: written down apart from the catalogue, to compare with it. */
export interface TypeReference {
  name: string;
  type: string;
  size: [number, number];
  /** Settings with their defaults as the schema has them; a list of objects is a list of one. */
  settings?: Record<string, unknown>;
  keySettings?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
  /** Sources of actions → whether several actions may be put on them. */
  sources?: Record<string, boolean>;
}

/** A setting without a default. */
const NONE = undefined;
/** A default whose text is our own. */
const OWN = expect.any(String);

const font = (size: number, color: string | null = null) => ({
  family: 'Roboto',
  size,
  style: 'normal',
  weight: '500',
  color,
});

const PAGES = { displayPagination: true, defaultPageSize: 10 };
const ROW_STYLE = { useRowStyleFunction: false, rowStyleFunction: NONE };
const CELL_FUNCTIONS = {
  useCellStyleFunction: false,
  cellStyleFunction: NONE,
  useCellContentFunction: false,
  cellContentFunction: NONE,
};
const TABLE_KEY = {
  columnWidth: '0px',
  ...CELL_FUNCTIONS,
  defaultColumnVisibility: 'visible',
  columnSelectionToDisplay: 'enabled',
};

const ONE = { maxDatasources: 1, maxDataKeys: 1, singleEntity: true };

const animation = (animationRule: string) => ({ animation: true, animationDuration: 500, animationRule });

const GAUGE = {
  minValue: 0,
  maxValue: 100,
  unitTitle: null,
  showUnitTitle: true,
  majorTicksCount: null,
  minorTicks: 2,
  valueBox: true,
  valueInt: 3,
  defaultColor: null,
  colorPlate: '#fff',
  colorMajorTicks: '#444',
  colorMinorTicks: '#666',
  colorNeedle: null,
  colorNeedleEnd: null,
  colorNeedleShadowUp: 'rgba(2,255,255,0.2)',
  colorNeedleShadowDown: 'rgba(188,143,143,0.45)',
  colorValueBoxRect: '#888',
  colorValueBoxRectEnd: '#666',
  colorValueBoxBackground: '#babab2',
  colorValueBoxShadow: 'rgba(0,0,0,1)',
  highlights: [{ from: NONE, to: NONE, color: NONE }],
  highlightsWidth: 15,
  showBorder: true,
  numbersFont: font(18),
  titleFont: font(24, '#888'),
  unitsFont: font(22, '#888'),
  valueFont: { ...font(40, '#444'), shadowColor: 'rgba(0,0,0,0.3)' },
  ...animation('cycle'),
};
const LINEAR = {
  ...GAUGE,
  barStrokeWidth: 2.5,
  colorBarStroke: null,
  colorBar: '#fff',
  colorBarEnd: '#ddd',
  colorBarProgress: null,
  colorBarProgressEnd: null,
};
const RADIAL = { ...GAUGE, startAngle: 45, ticksAngle: 270, needleCircleSize: 10 };
const COMPASS = {
  majorTicks: NONE,
  minorTicks: 22,
  showStrokeTicks: false,
  needleCircleSize: 15,
  showBorder: true,
  borderOuterWidth: 10,
  colorPlate: '#222',
  colorMajorTicks: '#f5f5f5',
  colorMinorTicks: '#ddd',
  colorNeedle: '#f08080',
  colorNeedleCircle: '#e8e8e8',
  colorBorder: '#ccc',
  majorTickFont: font(20, '#ccc'),
  ...animation('cycle'),
  animationTarget: 'needle',
};

const analogue = (name: string, size: [number, number], settings: object): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: { ...settings },
  parameters: ONE,
});

const SOURCE = { valueSource: 'predefinedValue', entityAlias: NONE, attribute: NONE, value: NONE };
const DIGITAL = {
  minValue: 0,
  maxValue: 100,
  gaugeType: 'arc',
  donutStartAngle: 90,
  neonGlowBrightness: 0,
  dashThickness: 0,
  roundedLineCap: false,
  title: null,
  showTitle: false,
  unitTitle: null,
  showUnitTitle: false,
  showTimestamp: false,
  timestampFormat: 'yyyy-MM-dd HH:mm:ss',
  showValue: true,
  showMinMax: true,
  gaugeWidthScale: 0.75,
  defaultColor: null,
  gaugeColor: null,
  useFixedLevelColor: false,
  levelColors: NONE,
  fixedLevelColors: [{ from: SOURCE, to: SOURCE, color: NONE }],
  showTicks: false,
  tickWidth: 4,
  colorTicks: '#666',
  ticksValue: [SOURCE],
  ...animation('linear'),
  titleFont: font(12),
  labelFont: font(8),
  valueFont: font(18),
  minMaxFont: font(10),
};
const digital = (name: string, ...size: [number, number]): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: DIGITAL,
  parameters: ONE,
});

const ENTITIES_TABLE = {
  entitiesTitle: '',
  enableSearch: true,
  enableSelectColumnDisplay: true,
  enableStickyHeader: true,
  enableStickyAction: true,
  reserveSpaceForHiddenAction: 'true',
  displayEntityName: true,
  entityNameColumnTitle: '',
  displayEntityLabel: false,
  entityLabelColumnTitle: '',
  displayEntityType: true,
  ...PAGES,
  defaultSortOrder: 'entityName',
  ...ROW_STYLE,
};
const entitiesTable = (name: string): TypeReference => ({
  name,
  type: 'latest',
  size: [7.5, 6.5],
  settings: ENTITIES_TABLE,
  keySettings: TABLE_KEY,
  parameters: { maxDatasources: 1, hasDataPageLink: true, warnOnPageDataOverflow: false, dataKeysOptional: true },
  sources: { actionCellButton: true, rowClick: false, rowDoubleClick: false },
});

const HTML = { cardCss: OWN, cardHtml: OWN };
const ELEMENTS = { elementClick: true };
const DATA_OPTIONAL = { dataKeysOptional: true, datasourcesOptional: true };

const LEGEND_KEY = { hideDataByDefault: false, disableDataHiding: false, removeFromLegend: false };
const chart = (kind: 'graph' | 'bar') => ({
  stack: false,
  ...(kind === 'graph' ? { smoothLines: false } : { defaultBarWidth: 600, barAlignment: 'left' }),
  thresholdsLineWidth: NONE,
  shadowSize: 4,
  fontColor: '#545454',
  fontSize: 10,
  tooltipIndividual: false,
  tooltipCumulative: false,
  tooltipValueFormatter: '',
  hideZeros: false,
  showTooltip: true,
  grid: {
    color: '#545454',
    backgroundColor: null,
    tickColor: '#DDDDDD',
    outlineWidth: 1,
    verticalLines: true,
    horizontalLines: true,
  },
  xaxis: { showLabels: true, title: null, color: null },
  yaxis: {
    min: null,
    max: null,
    tickDecimals: 0,
    tickSize: null,
    showLabels: true,
    title: null,
    color: null,
    ticksFormatter: '',
  },
  comparisonEnabled: false,
  timeForComparison: 'previousInterval',
  comparisonCustomIntervalValue: 7_200_000,
  xaxisSecond: { axisPosition: 'top', showLabels: true, title: null },
  customLegendEnabled: false,
  dataKeysListForLabels: [{ name: NONE, type: 'attribute' }],
});
const series = (kind: 'graph' | 'bar') => ({
  ...LEGEND_KEY,
  excludeFromStacking: false,
  showLines: kind === 'graph',
  fillLines: false,
  showPoints: false,
  showPointShape: 'circle',
  pointShapeFormatter: OWN,
  showPointsLineWidth: 5,
  showPointsRadius: 3,
  tooltipValueFormatter: '',
  showSeparateAxis: false,
  axisMin: null,
  axisMax: null,
  axisTitle: '',
  axisTickDecimals: null,
  axisTickSize: null,
  axisPosition: 'left',
  axisTicksFormatter: '',
  thresholds: [
    {
      thresholdValueSource: 'predefinedValue',
      thresholdEntityAlias: NONE,
      thresholdAttribute: NONE,
      thresholdValue: NONE,
      lineWidth: NONE,
      color: NONE,
    },
  ],
  comparisonSettings: { showValuesForComparison: true, comparisonValuesLabel: '', color: '' },
});
const shares = (name: string, ...size: [number, number]): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: { showTooltip: true },
});

const calls = (requestTimeout = 500) => ({
  requestTimeout,
  requestPersistent: false,
  persistentPollingInterval: 5000,
});
const SWITCH = {
  initialValue: false,
  title: '',
  retrieveValueMethod: 'rpc',
  valueKey: 'value',
  getValueMethod: 'getValue',
  setValueMethod: 'setValue',
  parseValueFunction: OWN,
  convertValueFunction: OWN,
  ...calls(),
};
const BUTTON = { isRaised: true, isPrimary: false, bgColor: null, textColor: null };

const PIN = { pin: NONE, label: NONE, row: NONE, col: NONE };
const GPIO_CONTROL = {
  gpioList: [PIN],
  requestTimeout: 500,
  switchPanelBackgroundColor: '#008a00',
  gpioStatusRequest: { method: 'getGpioStatus', paramsBody: '{}' },
  gpioStatusChangeRequest: {
    method: 'setGpioStatus',
    paramsBody: expect.stringMatching(/"\{\$pin\}".*"\{\$enabled\}"/s),
  },
  parseGpioStatusFunction: expect.stringContaining('body[pin] === true'),
};
const GPIO_PANEL = { gpioList: [{ ...PIN, color: 'red' }], ledPanelBackgroundColor: '#008a00' };

const INPUT = { widgetTitle: '', showResultMessage: true };
const REQUIRED = { isRequired: true };
const NUMBER = { showLabel: true, labelValue: '', requiredErrorMessage: '', maxValue: NONE, minValue: NONE };
const INPUTS: Record<string, { settings: object; ofAttribute?: object; height?: number; parameters?: object }> = {
  integer: { settings: NUMBER, ofAttribute: REQUIRED },
  double: { settings: NUMBER, ofAttribute: REQUIRED },
  string: {
    settings: { showLabel: true, labelValue: '', requiredErrorMessage: '', maxLength: NONE, minLength: NONE },
    ofAttribute: REQUIRED,
  },
  boolean: { settings: { trueValue: '', falseValue: '' } },
  image: { settings: { displayPreview: true, displayClearButton: false }, height: 3.5 },
  date: {
    settings: { showLabel: true, showTimeInput: true, inputFieldsAlignment: 'column', requiredErrorMessage: '' },
    ofAttribute: REQUIRED,
    height: 3.5,
  },
  location: {
    settings: {
      latKeyName: 'latitude',
      lngKeyName: 'longitude',
      showLabel: true,
      latLabel: '',
      lngLabel: '',
      requiredErrorMessage: '',
      enableHighAccuracy: false,
      showGetLocation: true,
      inputFieldsAlignment: 'column',
    },
    ofAttribute: { isLatRequired: true, isLngRequired: true },
    parameters: { maxDataKeys: 2 },
  },
};

/** The 19 forms: all of a kind but pictures and dates also for time series. */
const inputs: Record<string, TypeReference> = Object.fromEntries(
  Object.entries(INPUTS).flatMap(([kind, { settings, ofAttribute, height = 3, parameters }]) =>
    ['timeseries', 'server', 'shared']
      .filter((target) => target !== 'timeseries' || !['image', 'date'].includes(kind))
      .map((target): [string, TypeReference] => [
        target === 'timeseries' ? `update_${kind}_timeseries` : `update_${target}_${kind}_attribute`,
        {
          name: target === 'timeseries' ? `Update ${kind} timeseries` : `Update ${target} ${kind} attribute`,
          type: 'latest',
          size: [7.5, height],
          settings: { ...INPUT, ...settings, ...(target === 'timeseries' ? {} : ofAttribute) },
          parameters: { ...ONE, ...parameters },
        },
      ]),
  ),
);

const provider = (chosen: string, ofTrip = false) => ({
  provider: chosen,
  gmApiKey: '',
  gmDefaultMapType: 'roadmap',
  mapProvider: 'OpenStreetMap.Mapnik',
  useCustomProvider: false,
  customProviderTileUrl: '',
  mapProviderHere: 'HERE.normalDay',
  credentials: { app_id: '', app_code: '' },
  ...(ofTrip ? {} : { mapImageUrl: NONE, imageEntityAlias: '', imageUrlAttribute: '' }),
  tmApiKey: '',
  // The address is ours.
  tmTileUrl: '',
  tmDefaultMapType: 'roadmap',
});
const PLACE = { latKeyName: 'latitude', lngKeyName: 'longitude' };
const LABEL = { showLabel: true, useLabelFunction: false, label: '${entityName}', labelFunction: NONE };
const TOOLTIP = { useTooltipFunction: false, tooltipPattern: OWN, tooltipFunction: NONE };
const MARKER_IMAGE = {
  useMarkerImageFunction: false,
  markerImage: NONE,
  markerImageSize: 34,
  markerImageFunction: NONE,
  markerImages: NONE,
};
const polygon = (editablePolygon: boolean) => ({
  showPolygon: false,
  polygonKeyName: 'coordinates',
  editablePolygon,
  polygonColor: '#0000ff',
  usePolygonColorFunction: false,
  polygonColorFunction: NONE,
  polygonOpacity: 0.5,
  polygonStrokeColor: '#fe0001',
  polygonStrokeOpacity: 1,
  polygonStrokeWeight: 1,
  showPolygonTooltip: false,
  usePolygonTooltipFunction: false,
  polygonTooltipPattern: OWN,
  polygonTooltipFunction: NONE,
});
const ROUTE = { strokeWeight: 2, strokeOpacity: 1 };
const CLUSTER = {
  useClusterMarkers: false,
  zoomOnClick: true,
  maxZoom: NONE,
  showCoverageOnHover: true,
  animate: true,
  maxClusterRadius: 80,
  chunkedLoading: false,
  removeOutsideVisibleBounds: true,
};
function map(
  name: string,
  size: [number, number],
  chosen: string,
  { hasRoutes = false, isPlacing = false } = {},
): TypeReference {
  return {
    name,
    type: hasRoutes ? 'timeseries' : 'latest',
    size,
    settings: {
      ...provider(chosen),
      defaultZoomLevel: NONE,
      useDefaultCenterPosition: false,
      defaultCenterPosition: '0,0',
      fitMapBounds: true,
      mapPageSize: 16384,
      draggableMarker: isPlacing,
      disableScrollZooming: false,
      ...PLACE,
      xPosKeyName: 'xPos',
      yPosKeyName: 'yPos',
      ...LABEL,
      showTooltip: true,
      showTooltipAction: 'click',
      autocloseTooltip: true,
      ...TOOLTIP,
      markerOffsetX: 0.5,
      markerOffsetY: 1,
      posFunction: OWN,
      color: '#FE7569',
      useColorFunction: false,
      colorFunction: NONE,
      ...MARKER_IMAGE,
      ...polygon(isPlacing),
      ...(hasRoutes ? ROUTE : CLUSTER),
    },
    parameters: { hasDataPageLink: true, ...(hasRoutes ? { ignoreDataUpdateOnIntervalTick: true } : {}) },
    sources: { markerClick: false, polygonClick: false, tooltipAction: true },
  };
}

/** Bundle alias → its title and its types by their alias, in the order of widgets.md. */
export const WIDGET_REFERENCE: Record<string, { title: string; types: Record<string, TypeReference> }> = {
  alarm_widgets: {
    title: 'Alarm widgets',
    types: {
      alarms_table: {
        name: 'Alarms table',
        type: 'alarm',
        size: [10.5, 6.5],
        settings: {
          alarmsTitle: '',
          enableSelection: true,
          enableSearch: true,
          enableSelectColumnDisplay: true,
          enableFilter: true,
          enableStickyHeader: true,
          enableStickyAction: false,
          reserveSpaceForHiddenAction: 'true',
          displayDetails: true,
          allowAcknowledgment: true,
          allowClear: true,
          ...PAGES,
          defaultSortOrder: '-createdTime',
          ...ROW_STYLE,
        },
        keySettings: TABLE_KEY,
        sources: { actionCellButton: true, rowClick: false },
      },
    },
  },
  analogue_gauges: {
    title: 'Analogue gauges',
    types: {
      analogue_compass: analogue('Compass', [6, 5], COMPASS),
      temperature_gauge_canvas_gauges: analogue('Thermometer scale', [7, 3], LINEAR),
      temperature_radial_gauge_canvas_gauges: analogue('Temperature radial gauge', [6, 5], RADIAL),
      speed_gauge_canvas_gauges: analogue('Speed gauge', [7, 5], RADIAL),
      radial_gauge_canvas_gauges: analogue('Radial gauge', [6, 5], RADIAL),
    },
  },
  digital_gauges: {
    title: 'Digital gauges',
    types: {
      gauge_justgage: digital('Gauge', 4, 3),
      digital_thermometer: digital('Digital thermometer', 3, 3),
      digital_speedometer: digital('Digital speedometer', 5, 3),
      neon_gauge_justgage: digital('Neon gauge', 5, 3),
      lcd_gauge: digital('LCD gauge', 5, 3),
      lcd_bar_gauge: digital('LCD bar gauge', 2, 3.5),
      simple_neon_gauge_justgage: digital('Simple neon gauge', 3, 3),
      vertical_bar_justgage: digital('Vertical bar', 2, 3.5),
      simple_gauge_justgage: digital('Simple gauge', 2, 2),
      digital_bar: digital('Digital horizontal bar', 6, 2.5),
      mini_gauge_justgage: digital('Mini gauge', 2, 2),
      horizontal_bar_justgage: digital('Horizontal bar', 7, 3),
      digital_vertical_bar: digital('Digital vertical bar', 2.5, 4.5),
    },
  },
  cards: {
    title: 'Cards',
    types: {
      attributes_card: { name: 'Attributes card', type: 'latest', size: [7.5, 3] },
      html_card: { name: 'HTML Card', type: 'static', size: [7.5, 3], settings: HTML, sources: ELEMENTS },
      timeseries_table: {
        name: 'Timeseries table',
        type: 'timeseries',
        size: [8, 6.5],
        settings: {
          enableSearch: true,
          enableStickyHeader: true,
          enableStickyAction: true,
          reserveSpaceForHiddenAction: 'true',
          showTimestamp: true,
          showMilliseconds: false,
          ...PAGES,
          useEntityLabel: false,
          hideEmptyLines: false,
          disableStickyHeader: false,
          ...ROW_STYLE,
        },
        keySettings: CELL_FUNCTIONS,
        parameters: { ignoreDataUpdateOnIntervalTick: true },
        sources: { actionCellButton: true, rowClick: false },
      },
      html_value_card: {
        name: 'HTML Value Card',
        type: 'latest',
        size: [7.5, 3],
        settings: HTML,
        parameters: { maxDatasources: 1, singleEntity: true, dataKeysOptional: true },
        sources: ELEMENTS,
      },
      simple_card: {
        name: 'Simple card',
        type: 'latest',
        size: [5, 3],
        // The trend is ours.
        settings: { labelPosition: 'left', showTrend: false },
        parameters: ONE,
      },
      label_widget: {
        name: 'Label widget',
        type: 'latest',
        size: [4.5, 5],
        settings: {
          backgroundImageUrl: OWN,
          labels: [{ pattern: '${#0}', x: 50, y: 50, backgroundColor: 'rgba(0,0,0,0)', font: font(6, '#fff') }],
        },
        parameters: { maxDatasources: 1, singleEntity: true },
      },
      entities_table: entitiesTable('Entities table'),
      entities_hierarchy: {
        name: 'Entities hierarchy',
        type: 'latest',
        size: [7.5, 3.5],
        settings: {
          nodeRelationQueryFunction: '',
          nodeHasChildrenFunction: '',
          nodeOpenedFunction: '',
          nodeDisabledFunction: '',
          nodeIconFunction: '',
          nodeTextFunction: '',
          nodesSortFunction: '',
        },
        parameters: { dataKeysOptional: true },
        sources: { nodeSelected: false },
      },
      qr_code: {
        name: 'QR Code',
        type: 'latest',
        size: [4, 3.5],
        settings: { useQrCodeTextFunction: false, qrCodeTextPattern: '${entityName}', qrCodeTextFunction: OWN },
        parameters: DATA_OPTIONAL,
      },
      markdown_card: {
        name: 'Markdown/HTML Card',
        type: 'latest',
        size: [5, 3.5],
        settings: {
          useMarkdownTextFunction: false,
          markdownTextPattern: OWN,
          markdownTextFunction: OWN,
          markdownCss: '',
        },
        parameters: DATA_OPTIONAL,
        sources: ELEMENTS,
      },
    },
  },
  charts: {
    title: 'Charts',
    types: {
      bars: shares('Bars', 7, 5),
      doughnut_chart_js: {
        ...shares('Doughnut', 7, 5),
        settings: {
          showTooltip: true,
          borderWidth: 5,
          borderColor: '#fff',
          legend: { display: true, labelsFontColor: '#666' },
        },
      },
      pie_chart_js: shares('Pie - Chart.js', 8, 5),
      polar_area_chart_js: shares('Polar Area', 7, 5),
      radar_chart_js: shares('Radar', 7, 5),
      pie: {
        name: 'Pie- Flot',
        type: 'latest',
        size: [8, 5],
        settings: {
          radius: 1,
          innerRadius: 0,
          animatedPie: false,
          tilt: 1,
          stroke: { color: '', width: 0 },
          showTooltip: true,
          showLabels: false,
          fontColor: '#545454',
          fontSize: 10,
        },
        keySettings: LEGEND_KEY,
        sources: { sliceClick: false },
      },
      state_chart: {
        name: 'State Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('graph'),
        keySettings: series('graph'),
        parameters: { stateData: true },
      },
      basic_timeseries: {
        name: 'Timeseries Line Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('graph'),
        keySettings: series('graph'),
      },
      timeseries_bars_flot: {
        name: 'Timeseries Bar Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('bar'),
        keySettings: series('bar'),
      },
    },
  },
  control_widgets: {
    title: 'Control widgets',
    types: {
      rpc_debug_terminal: { name: 'RPC debug terminal', type: 'rpc', size: [9.5, 5.5], settings: calls() },
      rpc_remote_shell: { name: 'RPC remote shell', type: 'rpc', size: [9.5, 5.5], settings: { requestTimeout: 500 } },
      knob_control: {
        name: 'Knob Control',
        type: 'rpc',
        size: [5, 4.5],
        settings: {
          minValue: 0,
          maxValue: 100,
          initialValue: 50,
          title: '',
          getValueMethod: 'getValue',
          setValueMethod: 'setValue',
          ...calls(),
        },
      },
      switch_control: {
        name: 'Switch Control',
        type: 'rpc',
        size: [4, 2.5],
        settings: { ...SWITCH, showOnOffLabels: true },
      },
      round_switch: { name: 'Round switch', type: 'rpc', size: [2.5, 2], settings: SWITCH },
      led_indicator: {
        name: 'Led indicator',
        type: 'rpc',
        size: [2.5, 2.5],
        settings: {
          initialValue: false,
          title: '',
          ledColor: 'green',
          performCheckStatus: true,
          checkStatusMethod: 'checkStatus',
          retrieveValueMethod: 'attribute',
          valueAttribute: 'value',
          parseValueFunction: OWN,
          ...calls(),
        },
      },
      rpcbutton: {
        name: 'RPC Button',
        type: 'rpc',
        size: [4, 2],
        settings: {
          title: '',
          buttonText: 'Send RPC',
          oneWayElseTwoWay: true,
          showError: false,
          methodName: 'rpcCommand',
          methodParams: '{}',
          ...calls(5000),
          styleButton: BUTTON,
        },
      },
      update_attributes: {
        name: 'Update device attribute',
        type: 'rpc',
        size: [4, 2],
        settings: {
          title: '',
          buttonText: OWN,
          entityAttributeType: 'SERVER_SCOPE',
          entityParameters: '{}',
          styleButton: BUTTON,
        },
      },
    },
  },
  date: {
    title: 'Date',
    types: {
      date_range_navigator: {
        name: 'Date-range-navigator',
        type: 'static',
        size: [5, 5.5],
        settings: {
          hidePicker: false,
          onePanel: false,
          autoConfirm: false,
          showTemplate: false,
          firstDayOfWeek: 1,
          hideInterval: false,
          initialInterval: 'week',
          hideStepSize: false,
          stepSize: 'day',
          hideLabels: false,
          useSessionStorage: true,
        },
      },
    },
  },
  entity_admin_widgets: {
    title: 'Entity admin widgets',
    types: {
      device_admin_table: entitiesTable('Device admin table'),
      asset_admin_table: entitiesTable('Asset admin table'),
    },
  },
  edge_widgets: {
    title: 'Edge widgets',
    types: {
      edges_overview: {
        name: 'Edge Quick Overview',
        type: 'latest',
        size: [7.5, 5],
        settings: { enableDefaultTitle: true },
        parameters: { maxDatasources: 1, dataKeysOptional: true },
      },
    },
  },
  gateway_widgets: {
    title: 'Gateway widgets',
    types: {
      gateway_configuration: {
        name: 'Gateway Configuration',
        type: 'static',
        size: [8, 6.5],
        settings: {
          widgetTitle: 'Gateway Configuration',
          archiveFileName: 'gatewayConfiguration',
          gatewayType: 'Gateway',
          successfulSave: '',
          gatewayNameExists: '',
        },
      },
      attributes_card: {
        name: 'Gateway events',
        type: 'latest',
        size: [7.5, 8],
        settings: { eventsTitle: 'Gateway Events Form', eventsReg: NONE },
        parameters: { maxDatasources: 1, dataKeysOptional: true, singleEntity: true },
      },
      config_form_latest: {
        name: 'Gateway configuration (Single device)',
        type: 'latest',
        size: [7.5, 9],
        settings: { gatewayTitle: '', readOnly: false },
        parameters: { maxDatasources: 1, dataKeysOptional: true, singleEntity: true },
      },
    },
  },
  gpio_widgets: {
    title: 'GPIO widgets',
    types: {
      basic_gpio_control: { name: 'Basic GPIO Control', type: 'rpc', size: [4, 2], settings: GPIO_CONTROL },
      raspberry_pi_gpio_control: {
        name: 'Raspberry Pi GPIO Control',
        type: 'rpc',
        size: [6, 10.5],
        settings: GPIO_CONTROL,
      },
      gpio_panel: { name: 'Basic GPIO Panel', type: 'latest', size: [5, 2], settings: GPIO_PANEL },
      raspberry_pi_gpio_panel: {
        name: 'Raspberry Pi GPIO Panel',
        type: 'latest',
        size: [7, 10.5],
        settings: GPIO_PANEL,
      },
    },
  },
  input_widgets: {
    title: 'Input widgets',
    types: {
      ...inputs,
      update_json_attribute: {
        name: 'Update JSON attribute',
        type: 'latest',
        size: [7.5, 3],
        settings: {
          widgetTitle: '',
          widgetMode: 'ATTRIBUTE',
          attributeScope: 'SERVER_SCOPE',
          showLabel: true,
          labelValue: '',
          attributeRequired: true,
          showResultMessage: true,
        },
        parameters: ONE,
      },
      web_camera_input: {
        name: 'Photo camera input',
        type: 'latest',
        size: [7.5, 3],
        settings: { widgetTitle: '', imageFormat: 'image/png', imageQuality: 0.92, maxWidth: 640, maxHeight: 480 },
        parameters: ONE,
      },
      device_claiming_widget: {
        name: 'Device claiming widget',
        type: 'static',
        size: [7.5, 4.5],
        settings: {
          widgetTitle: '',
          deviceSecret: false,
          showLabel: true,
          deviceLabel: '',
          requiredErrorDevice: '',
          secretKeyLabel: '',
          requiredErrorSecretKey: '',
          labelClaimButon: '',
          successfulClaimDevice: '',
          deviceNotFound: '',
          failedClaimDevice: '',
        },
      },
      update_multiple_attributes: {
        name: 'Update Multiple Attributes',
        type: 'latest',
        size: [7.5, 3],
        settings: {
          widgetTitle: '',
          showActionButtons: true,
          updateAllValues: false,
          saveButtonLabel: '',
          resetButtonLabel: '',
          showResultMessage: true,
          showGroupTitle: false,
          groupTitle: '',
          fieldsAlignment: 'row',
          fieldsInRow: 2,
        },
        keySettings: {
          dataKeyType: 'server',
          dataKeyValueType: 'string',
          selectOptions: [{ value: NONE, label: NONE }],
          step: 1,
          minValue: NONE,
          maxValue: NONE,
          required: false,
          requiredErrorMessage: '',
          minValueErrorMessage: '',
          maxValueErrorMessage: '',
          invalidDateErrorMessage: '',
          isEditable: 'editable',
          disabledOnDataKey: '',
          dataKeyHidden: false,
          icon: NONE,
        },
      },
      markers_placement_openstreetmap: map('Markers Placement - OpenStreetMap', [8.5, 6.5], 'openstreet-map', {
        isPlacing: true,
      }),
      markers_placement_image_map: map('Markers Placement - Image Map', [8.5, 6.5], 'image-map', { isPlacing: true }),
      markers_placement_google_maps: map('Markers Placement - Google Maps', [8.5, 6], 'google-map', {
        isPlacing: true,
      }),
    },
  },
  maps_v2: {
    title: 'Maps',
    types: {
      openstreetmap: map('OpenStreetMap', [8.5, 6], 'openstreet-map'),
      google_maps: map('Google Maps', [8.5, 6], 'google-map'),
      tencent_maps: map('Tencent Maps', [9, 6], 'tencent-map'),
      here_map: map('HERE Map', [9.5, 6], 'here'),
      image_map: map('Image Map', [8.5, 6.5], 'image-map'),
      route_map_openstreetmap: map('Route Map - OpenStreetMap', [8.5, 6], 'openstreet-map', { hasRoutes: true }),
      route_map: map('Route Map', [8.5, 6], 'google-map', { hasRoutes: true }),
      route_map_tencent_maps: map('Route Map - Tencent Maps', [8.5, 6], 'tencent-map', { hasRoutes: true }),
      test: {
        name: 'Trip Animation',
        type: 'timeseries',
        size: [10, 6.5],
        settings: {
          ...provider('openstreet-map', true),
          normalizationStep: 1000,
          ...PLACE,
          ...LABEL,
          showTooltip: true,
          tooltipColor: '#fff',
          tooltipFontColor: '#000',
          tooltipOpacity: 1,
          autocloseTooltip: true,
          ...TOOLTIP,
          rotationAngle: 0,
          ...MARKER_IMAGE,
          color: NONE,
          useColorFunction: false,
          colorFunction: NONE,
          ...ROUTE,
          usePolylineDecorator: false,
          decoratorSymbol: 'arrowHead',
          decoratorSymbolSize: 10,
          useDecoratorCustomColor: false,
          decoratorCustomColor: '#000',
          decoratorOffset: NONE,
          endDecoratorOffset: NONE,
          decoratorRepeat: '20px',
          showPoints: false,
          pointColor: NONE,
          useColorPointFunction: false,
          colorPointFunction: NONE,
          pointSize: 10,
          usePointAsAnchor: false,
          pointAsAnchorFunction: NONE,
          pointTooltipOnRightPanel: true,
          ...polygon(false),
        },
        sources: { tooltipAction: false },
      },
    },
  },
  navigation_widgets: {
    title: 'Navigation widgets',
    types: {
      navigation_cards: {
        name: 'Navigation cards',
        type: 'static',
        size: [7, 6],
        settings: { filterType: 'all', filter: NONE },
      },
      navigation_card: {
        name: 'Navigation card',
        type: 'static',
        size: [2.5, 2],
        settings: { name: '{i18n:device.devices}', icon: 'devices_other', path: '/devices' },
      },
    },
  },
};
