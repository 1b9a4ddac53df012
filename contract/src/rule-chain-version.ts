import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryInteger } from './page.ts';
import { route } from './route.ts';
import { RULE_CHAIN_TYPES, ruleChainMetadataSchema, ruleChainSchema } from './rule-chain.ts';
import { deletedSchema, versionNumber, versionSchema } from './version.ts';

export const ruleChainVersionSchema = z.extend(versionSchema, {
  ruleChainId: typedId('RULE_CHAIN'),
  nodes: z.number(),
  /** Nodes and links that were added, changed or removed since the version before it. */
  changes: z.number(),
});
export type RuleChainVersion = z.infer<typeof ruleChainVersionSchema>;

export const fullRuleChainVersionSchema = z.extend(ruleChainVersionSchema, { metadata: ruleChainMetadataSchema });
export type FullRuleChainVersion = z.infer<typeof fullRuleChainVersionSchema>;

export const deletedRuleChainSchema = z.extend(deletedSchema, {
  id: typedId('RULE_CHAIN'),
  type: z.enum(RULE_CHAIN_TYPES),
  nodes: z.number(),
  /** Links of other chains to it, which went with it. */
  links: z.number(),
});
export type DeletedRuleChain = z.infer<typeof deletedRuleChainSchema>;

export const restoredRuleChainSchema = z.object({
  ruleChain: ruleChainSchema,
  /** Another chain has its name meanwhile: what it was called before. */
  formerName: z.nullable(z.string()),
  /** Links of other chains that lead to it again. */
  links: z.number(),
  lost: z.object({
    /** Links of other chains to it that were not asked for, or whose nodes are gone. */
    linksToIt: z.number(),
    /** Its own links to chains that are gone. */
    linksFromIt: z.number(),
    /** Edges that had it. */
    edges: z.number(),
    /** New edges got it. */
    autoAssigned: z.boolean(),
  }),
});
export type RestoredRuleChain = z.infer<typeof restoredRuleChainSchema>;

const access = ['TENANT_ADMIN'] as const;
const tag = 'rule-chain';
const ruleChainId = { ruleChainId: uuidSchema };
const version = { ...ruleChainId, number: versionNumber };

/** Not in 3.3.2. */
export const ruleChainVersionRoutes = {
  getRuleChainVersions: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/versions',
    tag,
    summary: 'List what a rule chain was, newest first; with `at` only what was in force at that time (epoch ms)',
    access,
    params: ruleChainId,
    query: {
      pageSize: pageQuery.pageSize,
      page: pageQuery.page,
      at: z.optional(queryInteger),
    },
    reply: pageOf(ruleChainVersionSchema),
  }),
  getRuleChainVersion: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/versions/:number',
    tag,
    summary:
      'Read a version of a rule chain, also of a deleted one that can be restored, with its nodes and connections',
    access,
    params: version,
    reply: fullRuleChainVersionSchema,
  }),
  restoreRuleChainVersion: route({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/versions/:number/restore',
    tag,
    summary:
      'Save the nodes and connections of a version once more. 409 when the chain is no longer in the state that ' +
      '`basedOn` names',
    access,
    params: version,
    query: { basedOn },
    reply: ruleChainMetadataSchema,
  }),
  getDeletedRuleChains: route({
    method: 'GET',
    path: '/api/ruleChains/deleted',
    tag,
    summary: 'List the rule chains that were deleted during the last 30 days, newest first, of type CORE by default',
    access,
    query: {
      pageSize: pageQuery.pageSize,
      page: pageQuery.page,
      textSearch: pageQuery.textSearch,
      type: z.optional(z.enum([...RULE_CHAIN_TYPES, ''])),
    },
    reply: pageOf(deletedRuleChainSchema),
  }),
  restoreDeletedRuleChain: route({
    method: 'POST',
    path: '/api/ruleChains/deleted/:ruleChainId/restore',
    tag,
    summary:
      'Restore a deleted rule chain under its id, never as a root; with `links` also the links of other chains to it',
    access,
    params: ruleChainId,
    query: { links: queryBooleanOrNone },
    reply: restoredRuleChainSchema,
  }),
  forgetDeletedRuleChain: route({
    method: 'DELETE',
    path: '/api/ruleChains/deleted/:ruleChainId',
    tag,
    summary: 'Delete a deleted rule chain for good, with its versions',
    access,
    params: ruleChainId,
    reply: 'empty',
  }),
};
