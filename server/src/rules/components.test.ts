import { expect, test } from 'vitest';
import { findComponent, listComponents } from './components.ts';

test('describes a kind of node as clients expect it', () => {
  expect(findComponent('org.thingsboard.rule.engine.filter.TbJsFilterNode')).toEqual({
    id: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    createdTime: expect.any(Number),
    type: 'FILTER',
    scope: 'TENANT',
    name: 'script',
    clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
    configurationDescriptor: {
      nodeDefinition: {
        details: expect.any(String),
        description: expect.any(String),
        inEnabled: true,
        outEnabled: true,
        relationTypes: ['True', 'False', 'Failure'],
        customRelations: false,
        defaultConfiguration: { jsScript: 'return msg.temperature > 20;' },
        uiResources: ['static/rulenode/rulenode-core-config.js'],
        configDirective: 'tbFilterNodeScriptConfig',
        icon: '',
        iconUrl: '',
        docUrl: '',
      },
    },
    actions: null,
  });
});

test('lists the library by kind, and has no description of an unknown class', () => {
  expect(listComponents(['TRANSFORMATION']).map((node) => node.name)).toEqual([
    'change originator',
    'script',
    'to email',
  ]);
  expect(listComponents(['FILTER', 'ACTION']).length).toBeGreaterThan(8);
  expect(findComponent('no.Such')).toBeUndefined();
});
