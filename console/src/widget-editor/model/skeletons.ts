import type { WidgetKind } from '@signalbox/contract/widget';
import type { EditedType } from './edited-type.ts';

/** What a new type of a kind begins with: little code that works. */
interface Skeleton {
  sizeX: number;
  sizeY: number;
  templateHtml: string;
  templateCss: string;
  controllerScript: string;
  settingsSchema?: object;
  defaultConfig?: object;
}

const oneSetting = (name: string, title: string, value: string) => ({
  schema: {
    type: 'object',
    title: 'Settings',
    properties: { [name]: { title, type: 'string', default: value } },
    required: [],
  },
  form: [name],
});

const LATEST: Skeleton = {
  sizeX: 5,
  sizeY: 4,
  templateHtml: `<ul class="values">
  <li *ngFor="let row of rows">
    <i [style.background]="row.color"></i>
    <span>{{ row.label }}</span>
    <strong>{{ row.value }}</strong>
  </li>
</ul>`,
  templateCss: `.values {
  margin: 0;
  padding: 8px;
  list-style: none;
}

.values li {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 0;
  border-bottom: 1px solid var(--line);
}

.values i {
  width: 10px;
  height: 10px;
  border-radius: 50%;
}

.values strong {
  margin-inline-start: auto;
  font-size: 20px;
}`,
  controllerScript: `// Called once, when there is data and room to draw.
self.onInit = function () {
  self.ctx.$scope.rows = [];
};

// Called whenever values have arrived.
self.onDataUpdated = function () {
  self.ctx.$scope.rows = self.ctx.data.map(function (row) {
    var newest = row.data[row.data.length - 1];
    return {
      label: row.dataKey.label,
      color: row.dataKey.color,
      value: newest ? self.ctx.utils.formatValue(newest[1], row.dataKey.decimals, row.dataKey.units) : '–'
    };
  });
  self.ctx.detectChanges();
};
`,
};

const TIMESERIES: Skeleton = {
  sizeX: 8,
  sizeY: 5,
  templateHtml: '<canvas class="lines"></canvas>',
  templateCss: `.lines {
  display: block;
  width: 100%;
  height: 100%;
}`,
  controllerScript: `var canvas;

self.onInit = function () {
  canvas = self.ctx.$container.find('canvas')[0];
  draw();
};

self.onDataUpdated = function () {
  draw();
};

self.onResize = function () {
  draw();
};

// One line for each key: from the oldest value at the left to now at the right.
function draw() {
  var ratio = window.devicePixelRatio || 1;
  canvas.width = self.ctx.width * ratio;
  canvas.height = self.ctx.height * ratio;
  var pen = canvas.getContext('2d');
  pen.lineWidth = 2 * ratio;
  var time = self.ctx.timeWindow;
  self.ctx.data.forEach(function (row) {
    var values = row.data.map(function (point) { return Number(point[1]); });
    var low = Math.min.apply(null, values);
    var high = Math.max.apply(null, values);
    pen.strokeStyle = row.dataKey.color;
    pen.beginPath();
    row.data.forEach(function (point) {
      var x = (point[0] - time.minTime) / (time.maxTime - time.minTime);
      var y = high > low ? (Number(point[1]) - low) / (high - low) : 0.5;
      pen.lineTo(x * canvas.width, (0.9 - 0.8 * y) * canvas.height);
    });
    pen.stroke();
  });
}
`,
  defaultConfig: { useDashboardTimewindow: true },
};

const RPC: Skeleton = {
  sizeX: 4,
  sizeY: 3,
  templateHtml: `<div class="control">
  <button type="button" [disabled]="!rpcEnabled || executingRpcRequest" (click)="send()">{{ label }}</button>
  <p>{{ answer }}</p>
</div>`,
  templateCss: `.control {
  display: grid;
  place-content: center;
  gap: 8px;
  height: 100%;
  text-align: center;
}`,
  controllerScript: `self.onInit = function () {
  var scope = self.ctx.$scope;
  scope.label = self.ctx.settings.label || 'Ask the device';
  scope.answer = '';
  scope.send = function () {
    self.ctx.controlApi.sendTwoWayCommand('getState', {}).subscribe(
      function (body) { show(JSON.stringify(body)); },
      function () { show(self.ctx.defaultSubscription.rpcErrorText); }
    );
  };
  self.ctx.detectChanges();
};

function show(text) {
  self.ctx.$scope.answer = text;
  self.ctx.detectChanges();
}

self.onDestroy = function () {
  self.ctx.controlApi.completedCommand();
};
`,
  settingsSchema: oneSetting('label', 'Words on the button', 'Ask the device'),
};

const ALARM: Skeleton = {
  sizeX: 8,
  sizeY: 5,
  templateHtml: `<ul class="alarms">
  <li *ngFor="let alarm of alarms">
    <strong>{{ alarm.type }}</strong>
    <span>{{ alarm.originatorName }}</span>
    <em>{{ alarm.severity }}</em>
  </li>
</ul>`,
  templateCss: `.alarms {
  margin: 0;
  padding: 8px;
  list-style: none;
}

.alarms li {
  display: flex;
  gap: 12px;
  padding: 6px 0;
  border-bottom: 1px solid var(--line);
}

.alarms em {
  margin-inline-start: auto;
  font-style: normal;
}`,
  controllerScript: `self.onInit = function () {
  self.ctx.$scope.alarms = [];
};

// Called whenever the page of alarms has changed.
self.onDataUpdated = function () {
  var page = self.ctx.defaultSubscription.alarms;
  self.ctx.$scope.alarms = page ? page.data : [];
  self.ctx.detectChanges();
};
`,
};

const STATIC: Skeleton = {
  sizeX: 5,
  sizeY: 3,
  templateHtml: `<div class="card">
  <h3>{{ heading }}</h3>
  <p>This card has no data of its own.</p>
</div>`,
  templateCss: `.card {
  padding: 12px;
}

.card h3 {
  margin: 0;
}`,
  controllerScript: `self.onInit = function () {
  self.ctx.$scope.heading = self.ctx.settings.heading || 'Heading';
  self.ctx.detectChanges();
};
`,
  settingsSchema: oneSetting('heading', 'Heading', 'Heading'),
};

const SKELETONS: Readonly<Record<WidgetKind, Skeleton>> = {
  timeseries: TIMESERIES,
  latest: LATEST,
  rpc: RPC,
  alarm: ALARM,
  static: STATIC,
};

const SOURCES: Readonly<Record<WidgetKind, object>> = {
  timeseries: { datasources: [], timewindow: { realtime: { timewindowMs: 60_000 } } },
  latest: { datasources: [], timewindow: { realtime: { timewindowMs: 60_000 } } },
  rpc: { targetDeviceAliases: [] },
  alarm: { alarmSource: {}, timewindow: { realtime: { timewindowMs: 86_400_000 } } },
  static: { datasources: [] },
};

const text = (value: object): string => JSON.stringify(value, null, 2);

/** A new type of a kind, without a name yet. */
export function newType(kind: WidgetKind): EditedType {
  const { sizeX, sizeY, templateHtml, templateCss, controllerScript, settingsSchema, defaultConfig } = SKELETONS[kind];
  const config = { showTitle: true, dropShadow: true, enableFullscreen: true, settings: {}, actions: {} };
  return {
    name: '',
    image: null,
    description: null,
    descriptor: {
      ...{ type: kind, sizeX, sizeY, resources: [], templateHtml, templateCss, controllerScript },
      settingsSchema: text(settingsSchema ?? {}),
      dataKeySettingsSchema: '{}',
      defaultConfig: JSON.stringify({ ...config, ...SOURCES[kind], ...defaultConfig }),
    },
  };
}
