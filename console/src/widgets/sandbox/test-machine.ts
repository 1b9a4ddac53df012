import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { createMachine, type ScriptMachine } from './machine.ts';

const quickjs = await newQuickJSWASMModuleFromVariant(variant);

/** ms that this thread has had of a processor. By this clock, nothing else that the computer does costs a script time. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A machine for tests. */
export function testMachine(onBroken: () => void = () => undefined, now = processorTime): ScriptMachine {
  return createMachine(quickjs, onBroken, now);
}

/** One in a memory of its own, for tests that break it. */
export async function separateMachine(onBroken: () => void): Promise<ScriptMachine> {
  return createMachine(await newQuickJSWASMModuleFromVariant(variant), onBroken, processorTime);
}
