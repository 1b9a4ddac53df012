import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryInteger } from './page.ts';
import { route } from './route.ts';
import { additionalInfo, anyJson, nullableText, text } from './text.ts';

export const RULE_CHAIN_TYPES = ['CORE', 'EDGE'] as const;
export type RuleChainType = (typeof RULE_CHAIN_TYPES)[number];

/** Room for the scripts and configurations of many nodes: the longest body of nodes and connections, in bytes. */
export const MAX_METADATA_BYTES = 8 * 1024 * 1024;
/** More than anybody draws, and little enough to be stored with one statement each. */
export const MAX_RULE_NODES = 2_000;
export const MAX_RULE_CONNECTIONS = 5_000;
/** Room for whole exports. */
const IMPORT_LIMIT_BYTES = 32 * 1024 * 1024;

/** Body of POST /api/ruleChain: create when `id` is absent or null, else replace. */
export const ruleChainInputSchema = z.object({
  id: z.optional(z.nullable(typedId('RULE_CHAIN'))),
  additionalInfo,
  name: nullableText(),
  type: z.optional(z.nullable(z.enum(RULE_CHAIN_TYPES))),
  root: z.optional(z.nullable(z.boolean())),
  debugMode: z.optional(z.nullable(z.boolean())),
  configuration: anyJson,
});
export type RuleChainInput = z.infer<typeof ruleChainInputSchema>;

export const ruleChainSchema = z.object({
  id: typedId('RULE_CHAIN'),
  createdTime: z.number(),
  additionalInfo,
  tenantId: typedId('TENANT'),
  name: text(),
  type: z.enum(RULE_CHAIN_TYPES),
  firstRuleNodeId: z.nullable(typedId('RULE_NODE')),
  /** Whether messages of the tenant start here; of type EDGE: those of new edges. */
  root: z.boolean(),
  debugMode: z.boolean(),
  configuration: anyJson,
});
export type RuleChain = z.infer<typeof ruleChainSchema>;

/** Label of a connection: a relation of the node kind, or any other text. */
const connectionType = text();
const indexSchema = z.int().check(z.minimum(0));

const nodeConnectionSchema = z.object({ fromIndex: indexSchema, toIndex: indexSchema, type: connectionType });
export type NodeConnection = z.infer<typeof nodeConnectionSchema>;

const ruleChainConnectionSchema = z.object({
  fromIndex: indexSchema,
  targetRuleChainId: typedId('RULE_CHAIN'),
  /** Position of the target in the editor. */
  additionalInfo,
  type: connectionType,
});
export type RuleChainConnection = z.infer<typeof ruleChainConnectionSchema>;

/** Some clients send an object back as text. */
function readObject(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Configuration of a node: an object or null; text that contains an object counts as that object. */
const nodeConfiguration = z.pipe(
  z.pipe(z.optional(z.unknown()), z.transform(readObject)),
  z.nullable(z.record(z.string(), z.unknown(), { error: 'must be an object' })),
);

const ruleNodeInputSchema = z.object({
  id: z.optional(z.nullable(typedId('RULE_NODE'))),
  additionalInfo,
  /** Class name of the kind of node; unknown ones are kept. */
  type: text(),
  name: text(),
  debugMode: z.optional(z.nullable(z.boolean())),
  configuration: nodeConfiguration,
});

/** Nodes and connections of a chain as they are saved; indexes refer to `nodes`. */
export const ruleChainMetadataInputSchema = z.object({
  ruleChainId: z.optional(z.nullable(typedId('RULE_CHAIN'))),
  firstNodeIndex: z.optional(z.nullable(indexSchema)),
  nodes: z.optional(z.nullable(z.array(ruleNodeInputSchema))),
  connections: z.optional(z.nullable(z.array(nodeConnectionSchema))),
  ruleChainConnections: z.optional(z.nullable(z.array(ruleChainConnectionSchema))),
});
export type RuleChainMetadataInput = z.infer<typeof ruleChainMetadataInputSchema>;

export const ruleNodeSchema = z.object({
  id: z.nullable(typedId('RULE_NODE')),
  createdTime: z.number(),
  additionalInfo,
  ruleChainId: z.nullable(typedId('RULE_CHAIN')),
  type: z.string(),
  name: z.string(),
  debugMode: z.boolean(),
  configuration: anyJson,
});
export type RuleNode = z.infer<typeof ruleNodeSchema>;

/** As read: without connections their lists are null, not empty. */
export const ruleChainMetadataSchema = z.object({
  ruleChainId: typedId('RULE_CHAIN'),
  firstNodeIndex: z.nullable(z.number()),
  nodes: z.array(ruleNodeSchema),
  connections: z.nullable(z.array(nodeConnectionSchema)),
  ruleChainConnections: z.nullable(z.array(ruleChainConnectionSchema)),
});
export type RuleChainMetadata = z.infer<typeof ruleChainMetadataSchema>;

/** An export of several chains; `metadata` names its chain by the id it has in `ruleChains`. */
export const ruleChainDataSchema = z.object({
  ruleChains: z.array(z.unknown()),
  metadata: z.array(z.unknown()),
});

const importedChainSchema = z.object({
  ruleChainId: z.nullable(typedId('RULE_CHAIN')),
  ruleChainName: z.string(),
  /** Only when an existing chain was replaced. */
  updated: z.optional(z.boolean()),
  /** Only when it could not be imported. */
  error: z.optional(z.string()),
});
export type ImportedRuleChain = z.infer<typeof importedChainSchema>;

export const ruleChainImportSchema = z.object({
  ruleChains: z.array(ruleChainInputSchema),
  metadata: z.array(ruleChainMetadataInputSchema),
});
export type RuleChainImport = z.infer<typeof ruleChainImportSchema>;

/** A script to test; the wire requires all members. */
export const testScriptSchema = z.object({
  script: z.string(),
  scriptType: z.string(),
  argNames: z.array(z.string()),
  /** JSON text */
  msg: z.string(),
  metadata: z.record(z.string(), z.string()),
  msgType: z.string(),
});
export type TestScriptRequest = z.infer<typeof testScriptSchema>;

/** Both are texts, empty where they do not apply. */
export const testScriptReplySchema = z.object({ output: z.string(), error: z.string() });
export type TestScriptReply = z.infer<typeof testScriptReplySchema>;

const ruleChainId = { ruleChainId: uuidSchema };
const tenantOnly = ['TENANT_ADMIN'] as const;
const tag = 'rule-chain';

export const ruleChainRoutes = {
  getRuleChains: route({
    method: 'GET',
    path: '/api/ruleChains',
    tag,
    summary: 'List the rule chains of the tenant, of type CORE by default',
    access: tenantOnly,
    query: { ...pageQuery, type: z.optional(z.enum([...RULE_CHAIN_TYPES, ''])) },
    reply: pageOf(ruleChainSchema),
  }),
  getRuleChain: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId',
    tag,
    summary: 'Read a rule chain',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainSchema,
  }),
  saveRuleChain: route({
    method: 'POST',
    path: '/api/ruleChain',
    tag,
    summary: 'Create a rule chain, or replace it when the body has an id; keeps its nodes',
    access: tenantOnly,
    query: { basedOn },
    replaces: '/api/ruleChain/:ruleChainId',
    body: ruleChainInputSchema,
    reply: ruleChainSchema,
  }),
  createDefaultRuleChain: route({
    method: 'POST',
    path: '/api/ruleChain/device/default',
    tag,
    summary: 'Create a rule chain for a device profile from the default template',
    access: tenantOnly,
    body: z.object({ name: nullableText() }),
    reply: ruleChainSchema,
  }),
  deleteRuleChain: route({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId',
    tag,
    summary: 'Delete a rule chain that is not the root and that no device profile uses',
    access: tenantOnly,
    params: ruleChainId,
    reply: 'empty',
  }),
  setRootRuleChain: route({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/root',
    tag,
    summary: 'Make a rule chain the root of the tenant',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainSchema,
  }),
  setEdgeTemplateRootRuleChain: route({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/edgeTemplateRoot',
    tag,
    summary: 'Make a rule chain of type EDGE the root of new edges; replies the chain as it was before',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainSchema,
  }),
  setAutoAssignToEdge: route({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    tag,
    summary: 'Put a rule chain of type EDGE on every new edge',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainSchema,
  }),
  unsetAutoAssignToEdge: route({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    tag,
    summary: 'Put a rule chain on new edges no longer',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainSchema,
  }),
  getAutoAssignToEdgeRuleChains: route({
    method: 'GET',
    path: '/api/ruleChain/autoAssignToEdgeRuleChains',
    tag,
    summary: 'List the rule chains that new edges get',
    access: tenantOnly,
    reply: z.array(ruleChainSchema),
  }),
  getRuleChainMetadata: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/metadata',
    tag,
    summary: 'Read the nodes and connections of a rule chain',
    access: tenantOnly,
    params: ruleChainId,
    reply: ruleChainMetadataSchema,
  }),
  getLeadingRuleChains: route({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/leading',
    tag,
    summary: 'List the ids of the rule chains, itself included, from which messages can come to a rule chain',
    access: tenantOnly,
    params: ruleChainId,
    reply: z.array(z.string()),
  }),
  saveRuleChainMetadata: route({
    method: 'POST',
    path: '/api/ruleChain/metadata',
    tag,
    summary:
      'Replace the nodes and connections of a rule chain; nodes with a known id keep it. 409 when the chain is no ' +
      'longer in the state that `basedOn` names',
    access: tenantOnly,
    query: { basedOn },
    body: ruleChainMetadataInputSchema,
    reply: ruleChainMetadataSchema,
    bodyLimit: MAX_METADATA_BYTES,
  }),
  getLatestDebugInput: route({
    method: 'GET',
    path: '/api/ruleNode/:ruleNodeId/debugIn',
    tag,
    summary: 'Read the last message that entered a node in debug mode, or null',
    access: tenantOnly,
    params: { ruleNodeId: uuidSchema },
    reply: z.nullable(z.record(z.string(), z.unknown())),
  }),
  testScript: route({
    method: 'POST',
    path: '/api/ruleChain/testScript',
    tag,
    summary: 'Run the script of a node once; failures are returned in `error`',
    waits: true,
    access: tenantOnly,
    body: testScriptSchema,
    reply: testScriptReplySchema,
  }),
  exportRuleChains: route({
    method: 'GET',
    path: '/api/ruleChains/export',
    tag,
    summary: 'Export rule chains of both types with their nodes, under new ids',
    access: tenantOnly,
    query: { limit: queryInteger.check(z.minimum(1, { error: "'limit' must be at least 1" })) },
    reply: ruleChainDataSchema,
  }),
  importRuleChains: route({
    method: 'POST',
    path: '/api/ruleChains/import',
    tag,
    summary: 'Create rule chains from an export, or replace those of the same type and name with `overwrite`',
    access: tenantOnly,
    query: { overwrite: queryBooleanOrNone },
    body: ruleChainImportSchema,
    reply: z.array(importedChainSchema),
    bodyLimit: IMPORT_LIMIT_BYTES,
  }),
};
