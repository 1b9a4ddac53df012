import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './build/lean-contract.ts';

/** Address of the server that answers `/api` while developing. */
const server = process.env.SIGNALBOX_SERVER ?? 'http://127.0.0.1:8080';

/** What lists as well as dashboards have; the file that it is in holds nothing that only forms or widgets need. */
const SHARED = new RegExp(
  [
    'src/controls/(ago|copy-button|entity-choices|live-problem|loaded|picker-popover|popup-menu|save-file)\\.',
    'src/api/(telemetry|use-live|retry-delays)\\.',
    '@mui/material/Checkbox/',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), leanContract()],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: true },
      '/static': { target: server, changeOrigin: true },
      '/oauth2': { target: server, changeOrigin: true },
      '/login/oauth2': { target: server, changeOrigin: true },
    },
  },
  build: {
    target: 'es2023',
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
          // too), the shell, the controls that lists and dashboards share, what lists are made of, what opening one of
          // their entities takes, what several widgets share, and the parts of forms.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 8 },
            { name: 'entrance', test: /pages\/sign-in\/sign-in-page\.tsx/, priority: 7 },
            { name: 'shell', test: /src\/shell\/(?!palette|cheat-sheet)/, priority: 6 },
            { name: 'controls', test: SHARED, priority: 5 },
            { name: 'lists', test: /src\/entity-page\/entity-page\.tsx/, priority: 4 },
            { name: 'details', test: /src\/entity-page\/(entity-details|add-dialog)\.tsx/, priority: 3 },
            { name: 'widgets', test: /src\/widgets\/(?!sandbox|charts)/, minShareCount: 2, priority: 2 },
            { name: 'forms', test: /node_modules\/@mui\/|src\/controls\//, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
