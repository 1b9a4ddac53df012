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

/** Fetches and starts QuickJS. */
export function startQuickJs() {
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmLocation }));
}

export { createMachine } from './machine.ts';
