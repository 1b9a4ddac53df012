import * as z from 'zod/mini';
import { entityIdSchema, typedId, uuidSchema } from './id.ts';
import { route } from './route.ts';

const counts = {
  messages: z.number(),
  /** Of nodes: errors. Of links: messages that an error sent along them. */
  failures: z.number(),
};

/** What went through a live rule chain in the last minute. What is not listed had nothing. */
export const ruleChainFlowSchema = z.object({
  /** Counted from then on, epoch ms: at most a minute ago, later where counting has just begun. */
  since: z.number(),
  /** When it was counted, epoch ms. */
  until: z.number(),
  /** Messages that entered the chain. */
  messages: z.number(),
  nodes: z.array(z.object({ nodeId: typedId('RULE_NODE'), ...counts })),
  links: z.array(
    z.object({
      from: typedId('RULE_NODE'),
      relation: z.string(),
      /** A node of the chain, or another chain. */
      to: entityIdSchema,
      ...counts,
    }),
  ),
});
export type RuleChainFlow = z.infer<typeof ruleChainFlowSchema>;

/** Not in 3.3.2. */
export const ruleChainFlowRoutes = {
  getRuleChainFlow: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/flow',
    tag: 'rule-chain',
    summary:
      'Count the messages and failures of the last minute at each node and link of a rule chain. The first call begins ' +
      'to count; counting ends a minute after the last one',
    access: ['TENANT_ADMIN'],
    params: { ruleChainId: uuidSchema },
    reply: ruleChainFlowSchema,
  }),
};
