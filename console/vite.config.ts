import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './build/lean-contract.ts';
import { mdiIcons } from './build/mdi-icons.ts';
import { widgetFrame } from './build/widget-frame.ts';

/** Address of the server that answers `/api` while developing. */
const server = process.env.SIGNALBOX_SERVER ?? 'http://127.0.0.1:8080';

/** What pages of lists are made of: nothing that only an opened entity needs. */
const LISTS =
  /src\/(entity-page\/(entity-page|standard-columns|use-customer|ownership-actions|customer-filter)|alarms\/alarm-originators)\./;

/** The parts of them that lists of what happened have as well: nothing that needs the table of entities. */
const LIST_PARTS =
  /src\/entity-page\/(list-header|filter-chip|filter-bar|columns|columns-menu|actions-menu|tab-address|entity-action|entity-link|list-failure|search-field|things|use-width|use-export-action)\./;

/** What lists of alarms, one alarm and the widgets for them have, and what the two lists of them have besides. */
const ALARMS = /src\/(api\/alarms|alarms\/(alarm-words|use-alarm-changes))\./;
const ALARM_LISTS = /src\/(alarms\/use-alarm-list|pages\/alarms\/alarms-page)\./;

/** How a window of time is chosen: on dashboards, and over lists of what happened. */
const TIME_WINDOW = /src\/time-window\/time-window-chip\./;

/** How the configuration of a dashboard is read. */
const DASHBOARDS = /src\/dashboard\/(upgrade|sound|shapes|aliases|states|key-filters)\.ts/;

/** What widgets of all kinds share; the parts of gauges, controls and forms come with the first of them. */
const WIDGETS =
  /src\/widgets\/([^/]+|(runtime|texts)\/.+|cards\/(?!clean-html|clean-line|safe-html|html-cards).+|drawing\/(colors|theme-colors|picture-address)\.ts)$/;

/** What lists as well as dashboards have; the file that it is in holds nothing that only forms or widgets need. */
const SHARED = new RegExp(
  [
    'src/controls/(ago|choice|copy-button|entity-choices|fact|gaps|live-problem|loaded|long-text|picker-popover|popup-menu|save-file|use-still-rows)\\.',
    'src/api/(telemetry|use-live|retry-delays)\\.',
    '@mui/material/Checkbox/',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), leanContract(), mdiIcons(), widgetFrame()],
  // Asked for while one types: by then a page that is developed could only be loaded again.
  optimizeDeps: { include: ['acorn'] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: true },
      '/static': { target: server, changeOrigin: true },
      '^/(assets/)?help/.+\\.(md|json)$': { target: server, changeOrigin: true },
      '/oauth2': { target: server, changeOrigin: true },
      '/login/oauth2': { target: server, changeOrigin: true },
    },
  },
  resolve: {
    alias: Object.fromEntries(
      // What jspdf would draw HTML and SVG with; it is given pictures only.
      ['canvg', 'html2canvas', 'core-js'].map((name) => [name, path.join(import.meta.dirname, 'build/nothing.ts')]),
    ),
  },
  build: {
    target: 'es2023',
    // Browsers that run what is built preload modules themselves, or load them a little later.
    modulePreload: { polyfill: false },
    // Not Vite's default: /assets is the page of the assets.
    assetsDir: 'static',
    // Gzip sizes say little here: the server sends brotli, and `npm run bench` prints what a visit fetches.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Many small files cost more than they spare. What is always loaded together is one file, with all that it
          // needs and that no file before it has: the start, what sign-in needs beyond it (everything else needs that
          // too), the shell, the controls that lists and dashboards share, what all lists have, what those of entities are made of, windows of time, what
          // opening one of their entities takes, what several widgets share, those of gauges and those that act besides, what
          // charts of all kinds draw with, what those of ours share, and the parts of forms.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 9 },
            { name: 'entrance', test: /pages\/sign-in\/sign-in-page\.tsx/, priority: 8 },
            { name: 'shell', test: /src\/shell\/(?!palette|cheat-sheet)/, priority: 7 },
            { name: 'controls', test: SHARED, priority: 6 },
            { name: 'list-parts', test: LIST_PARTS, priority: 5.5 },
            { name: 'lists', test: LISTS, priority: 5 },
            { name: 'time-window', test: TIME_WINDOW, priority: 4 },
            // Apart: a list of something else has one of them.
            { name: 'history', test: /src\/entity-page\/tabs\/history-window\./, priority: 3.7 },
            { name: 'alarm-texts', test: /src\/alarms\/texts\//, priority: 3.6 },
            { name: 'alarms', test: ALARMS, priority: 3.5 },
            { name: 'alarm-lists', test: ALARM_LISTS, priority: 3.4 },
            { name: 'details', test: /src\/entity-page\/(entity-details|add-dialog)\.tsx/, priority: 3 },
            { name: 'dashboards', test: DASHBOARDS, priority: 2.5 },
            { name: 'widgets', test: WIDGETS, minShareCount: 2, priority: 2 },
            {
              name: 'gauges',
              test: /src\/widgets\/(drawing|(analogue|digital)-gauges)\//,
              minShareCount: 2,
              priority: 2,
            },
            // Not what only one of its kinds needs, nor what comes with a pointer.
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, minShareCount: 3, priority: 2 },
            { name: 'charts', test: /src\/widgets\/charts\/(bars|chart-axes|chart-look|legend)\./, priority: 1.9 },
            { name: 'acting', test: /src\/widgets\/(control|gpio|input)-widgets\//, minShareCount: 2, priority: 2 },
            { name: 'forms', test: /node_modules\/@mui\/|src\/controls\/(?!pickers)/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
