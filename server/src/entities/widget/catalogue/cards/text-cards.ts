// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { componentController, ELEMENT_CLICK, type TypeParameters } from '../controller.ts';
import { code, functionOr, script, text, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

const DATA_OPTIONAL: TypeParameters = { dataKeysOptional: true, datasourcesOptional: true };

/** widgets.md §4.4 */
export const qrCode: TypeDefinition = {
  alias: 'qr_code',
  name: 'QR Code',
  description: 'A text as a QR code, with names and values of an entity in it if wanted: an address, a serial number.',
  type: 'latest',
  size: [4, 3.5],
  controller: componentController('tb-qrcode-widget', 'qrCodeWidget', { parameters: DATA_OPTIONAL }),
  settings: settingsForm('QR code', [
    ...functionOr(
      toggle('useQrCodeTextFunction', 'Text by a function', false),
      script('qrCodeTextFunction', 'Text of the code', ['data'], "return data.length ? data[0].entityName : '';"),
      [text('qrCodeTextPattern', 'Text of the code', '${entityName}')],
    ),
  ]),
  config: { datasources: [simulated([{ label: 'Serial number', middle: 5000, swing: 0, decimals: 0 }])] },
};

export const markdownCard: TypeDefinition = {
  alias: 'markdown_card',
  name: 'Markdown/HTML Card',
  description: 'Text in Markdown or HTML with the latest values of entities in it, also written by a function.',
  type: 'latest',
  size: [5, 3.5],
  controller: componentController('tb-markdown-widget', 'markdownWidget', {
    parameters: DATA_OPTIONAL,
    actionSources: ELEMENT_CLICK,
  }),
  settings: settingsForm('Text', [
    ...functionOr(
      toggle('useMarkdownTextFunction', 'Text by a function', false),
      script('markdownTextFunction', 'Text', ['data'], "return '# ' + (data.length ? data[0].entityName : '');"),
      [
        code(
          'markdownTextPattern',
          'Text',
          'markdown',
          '### Boiler room\n\n- Temperature: **${Temperature} °C**\n- Humidity: **${Humidity} %**',
        ),
      ],
    ),
    code('markdownCss', 'CSS', 'css', ''),
  ]),
  config: {
    showTitle: false,
    datasources: [
      simulated([
        { label: 'Temperature', middle: 22, swing: 5 },
        { label: 'Humidity', middle: 55, swing: 20, decimals: 0 },
      ]),
    ],
  },
};
