import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { SandboxOrder, SandboxReply } from './frames.ts';
import { createScriptLane, MAX_ATTEMPTS, type ScriptLaneOptions } from './script-lane.ts';

const TIMEOUT = 300;
const SCRIPT = { id: 1, tenantId: 'a', body: 'return msg;', argNames: ['msg'] };
const OPTIONS: ScriptLaneOptions = {
  ...{ log: pino({ level: 'silent' }), name: 'scripts', slice: TIMEOUT, atOnce: 2, grace: 100, maxMemory: 64 },
  ...{ isBackground: false, limits: { timeout: TIMEOUT, memory: 32, roomy: 32, interpreter: undefined } },
};

/** A lane whose process replies with these, the last of them for ever. */
function laneWith(replies: readonly Omit<SandboxReply, 'id'>[]) {
  const orders: SandboxOrder[] = [];
  const lane = createScriptLane(OPTIONS, {
    generation: () => 1,
    isRunning: () => true,
    async send(order) {
      const reply = replies[Math.min(orders.length, replies.length - 1)] as Omit<SandboxReply, 'id'>;
      return { id: orders.push(order), ...reply };
    },
    close: async () => undefined,
  });
  return { lane, orders };
}

const LATE = { error: 'Script execution timed out.', stopped: 'timeout' } as const;

it('compiles a script again that had no processor in its time', async () => {
  const { lane, orders } = laneWith([{ ...LATE, cpu: 5 }, { ...LATE, cpu: 20 }, { cpu: 3 }]);
  await lane.compile(SCRIPT);
  expect(orders).toHaveLength(3);
  await lane.compile(SCRIPT);
  expect(orders).toHaveLength(3);
});

it('gives up a script that never has the processor', async () => {
  const { lane, orders } = laneWith([{ ...LATE, cpu: 5 }]);
  await expect(lane.compile(SCRIPT)).rejects.toThrow("Can't compile script: Script execution timed out.");
  expect(orders).toHaveLength(MAX_ATTEMPTS);
});

it.each([
  ['has used its time', { ...LATE, cpu: TIMEOUT }],
  ['is no script', { error: "SyntaxError: Unexpected token ';'", cpu: 1 }],
])('compiles a script once that %s', async (_, reply) => {
  const { lane, orders } = laneWith([reply]);
  await expect(lane.compile(SCRIPT)).rejects.toThrow(reply.error);
  expect(orders).toHaveLength(1);
});
