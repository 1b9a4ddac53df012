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

/** Lets a node call somebody outside, and returns how its messages leave. */
export async function callOutside<C>(
  definition: RuleNodeDefinition<C>,
  configuration: unknown,
  { message = {}, allowed = 'none', cloud = CLOUD_ADDRESSES, services = {}, times = 1 }: OutsideOptions,
): Promise<NodeOutput[]> {
  const addressGuard = createAddressGuard(parseAddressRanges(allowed));
  const instance = await startTestNode(definition, configuration, {
    addressGuard,
    cloud,
    log: pino({ level: 'silent' }),
    ...services,
  });
  const { run } = createOutsideCallExecutor(() => ({ instance }) as RunningNode);
  const one = async (at: number): Promise<NodeOutput[]> => {
    const next = newMessage({
      tenantId: 'tenant',
      type: 'POST_TELEMETRY_REQUEST',
      originator: { entityType: 'DEVICE', id: 'device' },
      data: '{}',
      ruleNodeId: 'node',
      ...message,
    });
    const signal = new AbortController().signal;
    const outcome = await run(null, {
      id: `call ${at}`,
      next,
      attempt: 1,
      progress: undefined,
      note: () => undefined,
      signal,
    });
    if (!('continueWith' in outcome)) throw new Error('The call is to be made again');
    return outcome.continueWith.map(({ relation, ...change }) => ({ relation, message: { ...next, ...change } }));
  };
  try {
    return (await Promise.all(Array.from({ length: times }, (_, at) => one(at)))).flat();
  } finally {
    instance.stop?.();
  }
}
