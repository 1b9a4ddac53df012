import { plainController } from '../controller.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** widgets.md §4.4 */
export const attributesCard: TypeDefinition = {
  alias: 'attributes_card',
  name: 'Attributes card',
  description: 'Names and values of attributes and measurements in a short list, one for each entity.',
  type: 'latest',
  size: [7.5, 3],
  controller: plainController(),
  config: {
    datasources: [
      simulated([
        { label: 'Temperature', middle: 22, swing: 5, units: '°C' },
        { label: 'Humidity', middle: 55, swing: 20, decimals: 0, units: '%' },
        { label: 'Battery', middle: 80, swing: 10, decimals: 0, units: '%' },
      ]),
    ],
  },
};
