import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { createMachine, type ScriptMachine } from './machine.ts';

const quickjs = await newQuickJSWASMModuleFromVariant(variant);

/** A machine for tests. */
export function testMachine(onBroken: () => void = () => undefined): ScriptMachine {
  return createMachine(quickjs, onBroken);
}

/** One in a memory of its own, for tests that break it. */
export async function separateMachine(onBroken: () => void): Promise<ScriptMachine> {
  return createMachine(await newQuickJSWASMModuleFromVariant(variant), onBroken);
}
