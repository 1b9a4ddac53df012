import { componentRoutes as routes } from '@signalbox/contract/component';
import { notFound } from '../http/errors.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import { findComponent, listComponents } from './components.ts';

/** Answers the component routes of the contract from the node files of the rule engine. */
export function componentRoutes(): RouteImplementation[] {
  return [
    implement(routes.getComponent, async ({ params }) => {
      const component = findComponent(params.clazz);
      if (!component) throw notFound(`Component with class [${params.clazz}] is not found`);
      return component;
    }),
    implement(routes.getComponentsOfType, async ({ params, query }) =>
      listComponents([params.componentType], query.ruleChainType || 'CORE'),
    ),
    implement(routes.getComponents, async ({ query }) =>
      listComponents(query.componentTypes, query.ruleChainType || 'CORE'),
    ),
  ];
}
