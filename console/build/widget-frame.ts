import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Address of the page that widgets of people's own types are drawn in. */
const PAGE = 'widget-frame.html';
const FOLDER = path.resolve(import.meta.dirname, '../src/own-widgets/frame');

interface Part {
  fileName: string;
  source: string | Uint8Array;
}

/**
 * Builds the frame's page as one script and one style sheet: it has no origin, so modules would have to be fetched with
 * the leave of the server, and nothing that the console has loaded is of use to it.
 */
async function frameParts(): Promise<Part[]> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: path.resolve(import.meta.dirname, '..'),
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      assetsDir: 'static',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(FOLDER, 'main.ts'),
        output: {
          format: 'iife',
          entryFileNames: 'static/widget-frame/[name]-[hash].js',
          assetFileNames: 'static/widget-frame/[name]-[hash][extname]',
        },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const parts = outputs.map((one): Part => {
    return { fileName: one.fileName, source: one.type === 'chunk' ? one.code : one.source };
  });
  const named = (ending: string) => parts.find(({ fileName }) => fileName.endsWith(ending))?.fileName ?? '';
  const page = await readFile(path.join(FOLDER, PAGE), 'utf8');
  parts.push({
    fileName: PAGE,
    source: page.replace('%style%', `/${named('.css')}`).replace('%script%', `/${named('.js')}`),
  });
  return parts;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Adds the page of the frame to the built console, and serves it while developing. */
export function widgetFrame(): Plugin {
  return {
    name: 'widget-frame',
    async generateBundle() {
      for (const { fileName, source } of await frameParts()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      let parts: Part[] = [];
      server.middlewares.use(async (request, reply, next) => {
        const name = (request.url ?? '').split('?', 1)[0]?.slice(1);
        if (name === PAGE) parts = await frameParts();
        const part = parts.find(({ fileName }) => fileName === name);
        if (!part) return next();
        reply.setHeader('content-type', TYPES[path.extname(part.fileName)] ?? 'application/octet-stream');
        reply.setHeader('access-control-allow-origin', '*');
        reply.end(part.source);
      });
    },
  };
}
