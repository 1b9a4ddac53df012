import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './build/lean-contract.ts';

/** Address of the server that answers `/api` while developing. */
const server = process.env.SIGNALBOX_SERVER ?? 'http://127.0.0.1:8080';

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
          // Many small files cost more than they spare. What is always loaded together is one file: the start, what
          // sign-in needs beyond it (everything else needs that too), the shell, the controls that many pages share,
          // and what lists are made of.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'entrance', test: /pages\/sign-in\//, priority: 3 },
            { name: 'shell', test: /src\/shell\/(?!palette|cheat-sheet)/, priority: 2 },
            { name: 'controls', test: /node_modules\/@mui\/|src\/controls\//, minShareCount: 4, priority: 1 },
            { name: 'lists', test: /src\/entity-page\/(?!tabs\/)/, priority: 0 },
          ],
        },
      },
    },
  },
});
