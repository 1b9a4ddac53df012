import pino from 'pino';
import { parseAddressRanges } from '../src/config/address-ranges.ts';
import { type Message, newMessage } from '../src/messages/message.ts';
import { createAddressGuard } from '../src/outbound/address-guard.ts';
import type { RunningNode } from '../src/rules/connect-rules.ts';
import type { NodeOutput, RuleNodeDefinition, RuleNodeServices } from '../src/rules/nodes/define-rule-node.ts';
import { CLOUD_ADDRESSES, type CloudAddresses } from '../src/rules/nodes/external/cloud-addresses.ts';
import { createOutsideCallExecutor } from '../src/rules/outside-calls.ts';
import { startTestNode } from './rule-node.ts';

export interface OutsideOptions {
  message?: Partial<Message>;
  /** Networks that may be called although they are not public. */
  allowed?: string;
  /** Instead of services that do nothing. */
  services?: Partial<RuleNodeServices>;
  /** Where the services of cloud providers are. */
  cloud?: CloudAddresses;
  /** How many messages come at the same time. */
  times?: number;
}

/** A running node that calls somebody outside. */
interface OutsideNode {
  /** Lets a message come, and returns how it leaves. */
  call(message: Partial<Message>, signal?: AbortSignal): Promise<NodeOutput[]>;
  stop(): void;
}

/** Starts a node that calls somebody outside. */
export async function startOutsideNode<C>(
  definition: RuleNodeDefinition<C>,
  configuration: unknown,
  { allowed = 'none', cloud = CLOUD_ADDRESSES, services = {} }: Omit<OutsideOptions, 'message' | 'times'>,
): Promise<OutsideNode> {
  const addressGuard = createAddressGuard(parseAddressRanges(allowed));
  const instance = await startTestNode(definition, configuration, {
    addressGuard,
    cloud,
    log: pino({ level: 'silent' }),
    ...services,
  });
  const { run } = createOutsideCallExecutor(() => ({ instance }) as RunningNode);
  let calls = 0;
  return {
    async call(message, signal = new AbortController().signal) {
      const next = newMessage({
        tenantId: 'tenant',
        type: 'POST_TELEMETRY_REQUEST',
        originator: { entityType: 'DEVICE', id: 'device' },
        data: '{}',
        ruleNodeId: 'node',
        ...message,
      });
      const outcome = await run(null, {
        id: `call ${calls++}`,
        next,
        attempt: 1,
        progress: undefined,
        note: () => undefined,
        signal,
      });
      if (!('continueWith' in outcome)) throw new Error('The call is to be made again');
      return outcome.continueWith.map(({ relation, ...change }) => ({ relation, message: { ...next, ...change } }));
    },
    stop: () => instance.stop?.(),
  };
}

/** Lets a node call somebody outside, and returns how its messages leave. */
export async function callOutside<C>(
  definition: RuleNodeDefinition<C>,
  configuration: unknown,
  { message = {}, times = 1, ...options }: OutsideOptions,
): Promise<NodeOutput[]> {
  const node = await startOutsideNode(definition, configuration, options);
  try {
    return (await Promise.all(Array.from({ length: times }, () => node.call(message)))).flat();
  } finally {
    node.stop();
  }
}
