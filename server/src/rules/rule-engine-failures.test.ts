import { beforeEach, describe, expect, test } from 'vitest';
import {
  answerScripts,
  aside,
  chain,
  debugEvents,
  events,
  node,
  run,
  SAVE,
  savedTexts,
  setUpRuleEngine,
  telemetry,
} from '../../test/rule-engine-world.ts';

setUpRuleEngine();

describe('an unhandled failure', () => {
  const errors = () =>
    events.filter((event) => event.type === 'ERROR').map(({ entityId, body }) => [entityId.id, body]);

  test('is reported by ERROR events of the node and its chain at a limited rate, with the message set aside', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    await run(telemetry('[1]'), telemetry('[2]'), telemetry('{"t":1}'));
    expect(errors()).toMatchObject([
      [
        'root-0',
        {
          server: 'server',
          method: 'onRuleMsg',
          error: expect.stringMatching(/\nMessage [0-9a-f-]+ \(POST_TELEMETRY_REQUEST\) of DEVICE device: \[1\]$/),
        },
      ],
      ['root', { method: 'onRuleMsg', error: expect.stringContaining('node 0: ') }],
    ]);
    expect(aside).toMatchObject([
      { message: { data: '[1]' }, error: expect.stringContaining("in rule node 'node 0' of rule chain 'root'") },
    ]);
    expect(savedTexts()).toEqual([1]);
  });

  test('is retried a few times in a queue with retries, then set aside while the queue continues', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [node('filter.TbJsFilterNode', { jsScript: 'x' }), SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
    });
    const attempts: unknown[] = [];
    answerScripts(async (_body, { msg }) => {
      attempts.push(msg);
      if (attempts.length < 3 || msg.includes('"bad"')) throw new Error('no');
      return { type: 'boolean', json: 'true' };
    });
    await run(
      telemetry('{"t":1}', { queueName: 'HighPriority' }),
      telemetry('{"t":"bad"}', { queueName: 'SequentialByOriginator' }),
      telemetry('{"t":2}', { queueName: 'HighPriority' }),
    );
    expect(savedTexts()).toEqual([1, 2]);
    expect(attempts).toHaveLength(3 + 4 + 1);
    expect(aside).toMatchObject([{ message: { data: '{"t":"bad"}' }, error: expect.stringContaining('no') }]);
  });
});

describe('queues', () => {
  const script = (jsScript: string) => node('filter.TbJsFilterNode', { jsScript });
  let attempts: string[];

  beforeEach(() => {
    attempts = [];
    answerScripts(async (body) => {
      attempts.push(body);
      if (body === 'fail') throw new Error('no');
      return { type: 'boolean', json: 'true' };
    });
  });

  test('what fails after a message was acknowledged is not tried again', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [script('pass'), node('flow.TbAckNode', {}, true), script('fail')],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'True' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    await run(telemetry('{}', { queueName: 'HighPriority' }));
    expect(attempts).toEqual(['pass', 'fail']);
    expect(aside).toMatchObject([{ error: expect.stringContaining('no') }]);
    expect(debugEvents()).toMatchObject([{ type: 'IN' }, { relationType: 'ACK' }, { relationType: 'Success' }]);
  });

  test('after a checkpoint a message is tried again from there, by the rules of its queue', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [script('pass'), node('flow.TbCheckpointNode', { queueName: 'HighPriority' }), script('fail')],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'True' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
    });
    await run(telemetry('{}'));
    expect(attempts).toEqual(['pass', 'fail', 'fail', 'fail', 'fail']);
    expect(aside).toMatchObject([{ message: { queueName: 'HighPriority' } }]);
  });
});
