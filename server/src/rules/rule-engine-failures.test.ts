import { beforeEach, describe, expect, test } from 'vitest';
import {
  answerScripts,
  aside,
  chain,
  debugEvents,
  events,
  fillNodes,
  held,
  node,
  queueCounters,
  run,
  runBatch,
  runHeld,
  SAVE,
  savedTexts,
  setUpRuleEngine,
  telemetry,
} from '../../test/rule-engine-world.ts';
import type { Message } from '../messages/message.ts';

setUpRuleEngine();

describe('an unhandled failure', () => {
  const errors = () =>
    events.filter((event) => event.type === 'ERROR').map(({ entityId, body }) => [entityId.id, body]);

  test('is reported by ERROR events of the node and its chain at a limited rate, with the messages set aside', async () => {
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
      { message: { data: '[2]' } },
    ]);
    expect(savedTexts()).toEqual([1]);
  });

  test('of a flood is set aside for the first thousand messages', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    await run(...Array.from({ length: 1_500 }, () => telemetry('[1]')));
    expect(aside.length).toBeGreaterThanOrEqual(1_000);
    expect(aside.length).toBeLessThan(1_100);
    expect(queueCounters[0]).toMatchObject({ totalMsgs: 1_500, failedMsgs: 1_500 });
  });

  test('of long messages is set aside for fewer', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [SAVE], connections: [] });
    await run(...Array.from({ length: 100 }, () => telemetry(`["${'x'.repeat(1_048_576)}"]`)));
    expect(aside.length).toBeGreaterThanOrEqual(15);
    expect(aside.length).toBeLessThan(20);
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
    expect(savedTexts()).toEqual([2, 1]);
    expect(attempts).toHaveLength(2 + 4 + 1);
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
    expect(attempts).toEqual(['pass', ...Array(11).fill('fail')]);
    expect(aside).toMatchObject([{ message: { queueName: 'HighPriority' } }]);
  });

  test('which skip failures go on at once, and count them', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [script('fail')], connections: [] });
    await run(telemetry('{}'), telemetry('{}'));
    expect(attempts).toHaveLength(2);
    const [main] = queueCounters;
    expect(main).toMatchObject({ totalMsgs: 2, failedMsgs: 2, tmpFailed: 0 });
    expect(JSON.parse(main?.exception ?? '')).toEqual({
      ruleNodeId: 'root-0',
      ruleNodeName: 'node 0',
      ruleChainId: 'root',
      ruleChainName: 'root',
      message: 'no',
    });
  });

  describe('that keep the order of an originator', () => {
    const sent: string[] = [];
    const other = { entityType: 'DEVICE', id: 'other' } as const;
    let isDown: boolean;

    beforeEach(() => {
      sent.length = 0;
      isDown = true;
      answerScripts(async (_body, { msg }) => {
        if (isDown && msg.includes('1')) throw new Error('no');
        sent.push(msg);
        return { type: 'boolean', json: 'true' };
      });
      chain('root', { firstNodeIndex: 0, nodes: [script('any')], connections: [] });
    });
    const message = (data: string, more: Partial<Message> = {}) =>
      telemetry(data, { queueName: 'SequentialByOriginator', ...more });

    test('hold what is behind a failed message, and nothing of others', async () => {
      await runBatch([message('1'), message('2'), message('3', { originator: other })]);
      expect(sent).toEqual(['3']);
      expect(held).toMatchObject([
        { message: { data: '1' }, attempts: 1 },
        { message: { data: '2' }, attempts: 0 },
      ]);
      // What comes later waits, too; in other queues nothing does.
      await runBatch([message('4'), telemetry('5')]);
      expect(sent).toEqual(['3', '5']);
      isDown = false;
      await runHeld();
      expect(sent).toEqual(['3', '5', '1', '2', '4']);
      expect(queueCounters[2]).toMatchObject({ totalMsgs: 5, failedMsgs: 0, tmpFailed: 1 });
      expect(aside).toEqual([]);
    });

    test('go on with it when the failed one is set aside', async () => {
      await runBatch([message('1'), message('2')]);
      for (const attempts of [2, 3]) {
        await runHeld();
        expect(held.map((request) => request.attempts)).toEqual([attempts, 0]);
      }
      expect(sent).toEqual([]);
      await runHeld();
      expect(sent).toEqual(['2']);
      expect(aside).toMatchObject([{ message: { data: '1' } }]);
      expect(queueCounters[2]).toMatchObject({ totalMsgs: 5, failedMsgs: 1, tmpFailed: 3 });
    });

    test('set a failed message aside at once when too many wait', async () => {
      fillNodes();
      await run(message('1'), message('2'));
      expect(aside).toMatchObject([{ message: { data: '1' } }]);
      expect(sent).toEqual(['2']);
    });
  });

  test('a message whose call failed is given to the node that calls again', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [script('pass'), script('fail')], connections: [] });
    const back = { queueName: 'HighPriority', ruleChainId: 'root', ruleNodeId: 'root-0' };
    await runBatch([telemetry('{}', { ...back, relation: 'Failure', failure: 'No answer' })]);
    expect(held).toMatchObject([{ message: back, attempts: 1 }]);
    expect(held[0]?.message.relation).toBeUndefined();
    await runHeld();
    expect(attempts).toEqual(['pass']);
    expect(aside).toEqual([]);
  });

  test('an attempt that failed leaves nothing but its debug events', async () => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [SAVE, { ...script('fail'), debugMode: true }],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
    });
    await runBatch([telemetry('{"t":1}', { queueName: 'HighPriority' })]);
    expect(savedTexts()).toEqual([]);
    expect(debugEvents()).toMatchObject([{ type: 'IN' }, { relationType: 'Failure', error: 'no' }]);
  });
});
