import { componentController, controller, plainController, type TypeParameters } from '../controller.ts';
import { list, type Setting, text, toggle } from '../setting.ts';
import { groupedForm, settingsForm } from '../settings-form.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

const ONE_GATEWAY: TypeParameters = { maxDatasources: 1, dataKeysOptional: true, singleEntity: true };

const message = (name: string, title: string): Setting => text(name, title, '');

/** widgets.md §4.10 */
const types: readonly TypeDefinition[] = [
  {
    alias: 'gateway_configuration',
    name: 'Gateway Configuration',
    description: 'Chooses one of the gateways, or makes a new one, and sets up its connection, storage and connectors.',
    type: 'static',
    size: [8, 6.5],
    controller: componentController('tb-gateway-form', null),
    settings: groupedForm('Gateway', [
      {
        title: 'General',
        settings: [
          text('widgetTitle', 'Title', 'Gateway Configuration'),
          text('archiveFileName', 'Name of the downloaded file', 'gatewayConfiguration'),
          text('gatewayType', 'Device profile of new gateways', 'Gateway'),
        ],
      },
      {
        title: 'Messages',
        settings: [
          message('successfulSave', 'When the configuration is saved'),
          message('gatewayNameExists', 'When another gateway has the name'),
        ],
      },
    ]),
    config: { showTitle: false },
  },
  {
    alias: 'attributes_card',
    name: 'Gateway events',
    description: 'What a gateway has reported: errors and events of its connectors, the newest first.',
    type: 'latest',
    size: [7.5, 8],
    controller: plainController({ parameters: ONE_GATEWAY }),
    settings: settingsForm('Events', [
      text('eventsTitle', 'Title', 'Gateway Events Form'),
      list('eventsReg', 'Show time series whose name contains one of', text('', 'Part of the name')),
    ]),
    config: {
      datasources: [simulated([{ label: 'Events sent', middle: 40, swing: 20, decimals: 0 }], 'Gateway')],
    },
  },
  {
    alias: 'config_form_latest',
    name: 'Gateway configuration (Single device)',
    description: 'Sets up the connection, storage and connectors of the one gateway that a dashboard is about.',
    type: 'latest',
    size: [7.5, 9],
    controller: controller({
      templateHtml: '<tb-gateway-form [ctx]="ctx" [isStateForm]="true"></tb-gateway-form>',
      parameters: ONE_GATEWAY,
    }),
    settings: settingsForm('Gateway', [
      text('gatewayTitle', 'Title', ''),
      toggle('readOnly', 'To be looked at only', false),
    ]),
    config: { datasources: [simulated([], 'Gateway')] },
  },
];

export const gatewayWidgets: BundleDefinition = {
  alias: 'gateway_widgets',
  title: 'Gateway widgets',
  description: 'Set gateways up and see what they report.',
  types,
};
