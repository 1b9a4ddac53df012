import * as z from 'zod/mini';
import { EMPTY_PARAMETER, plainIdSchema } from './id.ts';
import { queryList } from './page.ts';
import { route } from './route.ts';
import { RULE_CHAIN_TYPES } from './rule-chain.ts';

export const COMPONENT_TYPES = ['ENRICHMENT', 'FILTER', 'TRANSFORMATION', 'ACTION', 'EXTERNAL'] as const;
export type ComponentType = (typeof COMPONENT_TYPES)[number];

/** A kind of rule node, with what an editor needs to offer, draw and configure it. */
export const componentDescriptorSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  type: z.enum(COMPONENT_TYPES),
  scope: z.literal('TENANT'),
  name: z.string(),
  clazz: z.string(),
  configurationDescriptor: z.object({
    nodeDefinition: z.object({
      /** HTML */
      details: z.string(),
      description: z.string(),
      inEnabled: z.boolean(),
      outEnabled: z.boolean(),
      /** Always with Failure. */
      relationTypes: z.array(z.string()),
      customRelations: z.boolean(),
      defaultConfiguration: z.record(z.string(), z.unknown()),
      uiResources: z.array(z.string()),
      configDirective: z.string(),
      icon: z.string(),
      iconUrl: z.string(),
      docUrl: z.string(),
    }),
  }),
  actions: z.null(),
});

const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const tag = 'component';
const ruleChainType = z.optional(z.enum([...RULE_CHAIN_TYPES, '']));

/** The console of 3.3.2 joins its query to the path with `&`: `FILTER&ruleChainType=CORE`. */
const componentType = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split('&')[0]),
  ),
  z.enum(COMPONENT_TYPES),
);

const componentTypes = z.pipe(
  queryList,
  z.array(z.enum(COMPONENT_TYPES)).check(z.minLength(1, { error: EMPTY_PARAMETER })),
);

export const componentRoutes = {
  getComponent: route({
    method: 'GET',
    path: '/api/component/:clazz',
    tag,
    summary: 'Read a kind of rule node by its class name',
    access: administrators,
    params: { clazz: z.string() },
    reply: componentDescriptorSchema,
  }),
  getComponentsOfType: route({
    method: 'GET',
    path: '/api/components/:componentType',
    tag,
    summary: 'List the kinds of rule node of one type',
    access: administrators,
    params: { componentType },
    query: { ruleChainType },
    reply: z.array(componentDescriptorSchema),
  }),
  getComponents: route({
    method: 'GET',
    path: '/api/components',
    tag,
    summary: 'List the kinds of rule node of several types',
    access: administrators,
    query: { componentTypes, ruleChainType },
    reply: z.array(componentDescriptorSchema),
  }),
};
