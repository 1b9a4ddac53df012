// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { plainController } from '../controller.ts';
import { font } from '../font-setting.ts';
import { color, image, listOf, number, required, text } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** A tank as a drawing of our own: what labels are put on until somebody chooses a picture. */
const TANK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160"><rect width="200" height="160" fill="#eceff1"/>' +
  '<rect x="60" y="24" width="80" height="112" rx="12" fill="#90a4ae"/>' +
  '<rect x="66" y="70" width="68" height="60" rx="8" fill="#4fc3f7"/></svg>';
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(TANK).toString('base64')}`;

/** widgets.md §4.4 */
export const labelWidget: TypeDefinition = {
  alias: 'label_widget',
  name: 'Label widget',
  description: 'Values where they belong on a picture: a plan, a photograph, the drawing of a machine.',
  type: 'latest',
  size: [4.5, 5],
  controller: plainController({ parameters: { maxDatasources: 1, singleEntity: true } }),
  settings: settingsForm('Picture with labels', [
    required(image('backgroundImageUrl', 'Picture', PICTURE)),
    listOf('labels', 'Labels', 'Label', [
      text('pattern', 'Text; ${name of a key} or ${#number of the key} stand for values', '${#0}'),
      number('x', 'From the left, per cent of the picture', 50),
      number('y', 'From the top, per cent of the picture', 50),
      color('backgroundColor', 'Ground', 'rgba(0,0,0,0)'),
      font('font', 'Font; its size is per cent of the picture', { size: 6, color: '#fff' }),
    ]),
  ]),
  preset: {
    labels: [
      {
        pattern: '${#0} °C',
        x: 50,
        y: 62,
        backgroundColor: 'rgba(0,0,0,0)',
        font: { family: 'Roboto', size: 6, style: 'normal', weight: '500', color: '#fff' },
      },
    ],
  },
  config: {
    showTitle: false,
    datasources: [simulated([{ label: 'Temperature', middle: 60, swing: 10 }])],
  },
};
