import type { ComponentType } from '@signalbox/contract/component';
import { FAILURE, type RuleNodeDescription } from '@signalbox/contract/rule-nodes/define-rule-node';
import { nameBasedUuid } from './name-based-uuid.ts';
import { RULE_NODES } from './nodes/registry.ts';

/** A kind of node as GET /api/components gives it (rule-engine.md §3.1). */
export interface ComponentDescriptor {
  id: { id: string };
  createdTime: number;
  type: ComponentType;
  scope: 'TENANT';
  name: string;
  clazz: string;
  configurationDescriptor: {
    nodeDefinition: {
      details: string;
      description: string;
      inEnabled: boolean;
      outEnabled: boolean;
      relationTypes: string[];
      customRelations: boolean;
      defaultConfiguration: Record<string, unknown>;
      uiResources: string[];
      configDirective: string;
      icon: string;
      iconUrl: string;
      docUrl: string;
    };
  };
  actions: null;
}

/** 2026-01-01, for lack of a real creation time. */
const CREATED_TIME = 1_767_225_600_000;

/** The wire form of one kind of node. */
function componentDescriptor(node: RuleNodeDescription): ComponentDescriptor {
  const relationTypes = [...node.relations];
  if (!relationTypes.includes(FAILURE)) relationTypes.push(FAILURE);
  return {
    id: { id: nameBasedUuid(node.clazz) },
    createdTime: CREATED_TIME,
    type: node.kind,
    scope: 'TENANT',
    name: node.name,
    clazz: node.clazz,
    configurationDescriptor: {
      nodeDefinition: {
        details: node.details,
        description: node.description,
        inEnabled: node.inEnabled,
        outEnabled: true,
        relationTypes,
        customRelations: node.customRelations,
        defaultConfiguration: node.defaultConfiguration,
        uiResources: ['static/rulenode/rulenode-core-config.js'],
        configDirective: node.directive,
        icon: node.icon,
        iconUrl: '',
        docUrl: '',
      },
    },
    actions: null,
  };
}

/** All kinds of node of the given kinds that may stand in chains of `ruleChainType`, sorted by name. */
export function listComponents(
  kinds: readonly string[],
  ruleChainType: 'CORE' | 'EDGE' = 'CORE',
): ComponentDescriptor[] {
  return RULE_NODES.filter((node) => kinds.includes(node.kind) && node.ruleChainTypes.includes(ruleChainType))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(componentDescriptor);
}

/** The kind of node with this class name, if there is one. */
export function findComponent(clazz: string): ComponentDescriptor | undefined {
  const node = RULE_NODES.find((candidate) => candidate.clazz === clazz);
  return node && componentDescriptor(node);
}
