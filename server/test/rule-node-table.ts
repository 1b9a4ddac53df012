import { expect, test } from 'vitest';
import type { Message } from '../src/messages/message.ts';
import { isList, type NodeResult, type RuleNodeDefinition } from '../src/rules/nodes/define-rule-node.ts';
import type { ScriptInput } from '../src/rules/scripts/script-engine.ts';
import type { World } from './node-world.ts';
import { type RuleNodeTrial, tryRuleNode } from './rule-node.ts';

/** Expected members of a message that leaves a node; omitted ones are not checked. */
type ExpectedMessage = Partial<Pick<Message, 'data' | 'metadata' | 'type' | 'originator' | 'isAcknowledged'>>;

/** A row of a table: a configuration, a message and the expected outcome. */
export interface RuleNodeCase {
  /** In the words of a user. */
  title: string;
  /** Default: that of a new node. */
  configuration?: unknown;
  /** What the script of the node returns. */
  script?: (input: ScriptInput) => unknown;
  /** What the node can read. */
  world?: World;
  /** Differences from telemetry of a device. */
  message?: Partial<Message>;
  /** The relation, or several; absent: the message ends here. */
  relation?: string | readonly string[];
  /** The messages that leave, in order; a single one applies to all. */
  leaves?: ExpectedMessage | readonly ExpectedMessage[];
  /** Part of the error message. */
  fails?: string;
  /** Part of the error that leaves along Failure with the message. */
  failure?: string;
  /** Expected effects; none when absent. */
  effects?: Partial<Pick<RuleNodeTrial, 'saved' | 'effects' | 'enqueued' | 'parked' | 'replies' | 'logged' | 'later'>>;
}

interface Output {
  relation: string;
  message: Partial<Message>;
  error?: Error;
}

function outputsOf(result: NodeResult, message: Partial<Message>): Output[] {
  if (typeof result === 'string') return [{ relation: result, message }];
  if (!isList(result)) return [result];
  return result.map((output) => (typeof output === 'string' ? { relation: output, message } : output));
}

/** Defines a test for each row. */
export function testRuleNode<C>(node: RuleNodeDefinition<C>, cases: readonly RuleNodeCase[]): void {
  test.each(cases)(`${node.name}: $title`, async (row) => {
    const { configuration, script, world, message = {}, relation, leaves, fails, failure, effects = {} } = row;
    const trial = await tryRuleNode(node, configuration, { ...(script && { script }), ...(world && { world }) });
    const run = async (): Promise<NodeResult> => trial.handle(message);
    if (fails !== undefined) await expect(run()).rejects.toThrow(fails);
    else {
      const outputs = outputsOf(await run(), message);
      expect(outputs.map((output) => output.relation)).toEqual([relation ?? []].flat());
      if (failure !== undefined) expect(outputs[0]?.error?.message).toContain(failure);
      const expected = [leaves ?? []].flat();
      for (const [at, output] of outputs.entries()) {
        expect(output.message).toMatchObject(expected[at] ?? expected[0] ?? {});
      }
      if (Array.isArray(leaves)) expect(outputs).toHaveLength(leaves.length);
    }
    const { handle: _, stop, isSending: _isSending, ...done } = trial;
    stop();
    const nothing = { saved: [], effects: [], enqueued: [], parked: [], replies: [], logged: [], later: [], sent: [] };
    expect(done).toMatchObject({ ...nothing, ...effects });
  });
}
