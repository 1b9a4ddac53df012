import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Before anything else is loaded: later starts take the compiled code from here.
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/compiled'));
const { runServer } = await import('./run-server.ts');
await runServer();
