import loadEmscripten from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';

/** The parts of the library as one file of the build, instead of one request a part. */
const variant: QuickJSSyncVariant = {
  type: 'sync',
  importFFI: async () => QuickJSFFI,
  importModuleLoader: async () => loadEmscripten,
};

/**
 * Fetches and starts QuickJS. What fails is for the caller to tell: the library's own way of fetching writes errors to the
 * console for everybody who leaves the page meanwhile.
 */
export function startQuickJs() {
  const wasmModule = () => WebAssembly.compileStreaming(fetch(wasmLocation, { credentials: 'same-origin' }));
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }));
}

export { createMachine } from './machine.ts';
