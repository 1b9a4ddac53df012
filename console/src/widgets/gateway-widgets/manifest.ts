import { latestValues } from '../follows.ts';
import { defineWidget, type Follow, type WidgetBundle } from '../widget-type.ts';

/** The gateway, and the keys that a dashboard names besides; it may name none. */
const gateway: Follow<'latest'> = {
  ...latestValues,
  missing: ({ entities }) => (entities.length === 0 ? 'entities' : undefined),
};

const title = (setting: unknown) => (typeof setting === 'string' ? setting.trim() : '');

export const bundle: WidgetBundle = {
  gateway_configuration: defineWidget({
    data: null,
    shape: 'control',
    ownTitle: ({ settings }) => title(settings?.widgetTitle),
    load: async () => (await import('./gateway-configuration.tsx')).GatewayConfiguration,
  }),
  attributes_card: defineWidget({
    data: gateway,
    shape: 'list',
    singleEntity: true,
    ownTitle: ({ settings }) => title(settings?.eventsTitle),
    load: async () => (await import('./gateway-events.tsx')).GatewayEvents,
  }),
  config_form_latest: defineWidget({
    data: gateway,
    shape: 'control',
    singleEntity: true,
    ownTitle: ({ settings }) => title(settings?.gatewayTitle),
    load: async () => (await import('./single-gateway.tsx')).SingleGateway,
  }),
};
