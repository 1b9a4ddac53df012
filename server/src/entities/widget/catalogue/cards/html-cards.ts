// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { controller, ELEMENT_CLICK } from '../controller.ts';
import { code, required } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

const CSS = `.card {
  font-weight: bold;
  font-size: 32px;
  color: #767676;
  width: 100%;
  height: 100%;
  display: flex;
  align-items: center;
  justify-content: center;
}`;

const htmlForm = (html: string) =>
  settingsForm('Card', [code('cardCss', 'CSS', 'css', CSS), required(code('cardHtml', 'HTML', 'html', html))]);

/** Puts the markup into the widget, and its styles under the name of the widget. */
const INSERT = [
  'var css = self.ctx.settings.cardCss;',
  'if (css) {',
  '  var parser = new cssjs();',
  "  var namespace = 'html-card-' + self.ctx.widget.id;",
  '  parser.testMode = false;',
  '  parser.cssPreviewNamespace = namespace;',
  '  parser.createStyleElement(namespace, css);',
  '  self.ctx.$container.addClass(namespace);',
  '}',
];
const CLICKS = [
  "self.ctx.$container.on('click', function(event) {",
  '  self.ctx.actionsApi.elementClick(event);',
  '});',
];
const TRANSLATE = 'self.ctx.utils.customTranslation';

/** widgets.md §4.4 */
export const htmlCard: TypeDefinition = {
  alias: 'html_card',
  name: 'HTML Card',
  description: 'Your own HTML and CSS, without data: a heading, a legend, a plan, links.',
  type: 'static',
  size: [7.5, 3],
  controller: controller({
    on: {
      onInit: [
        ...INSERT,
        'var html = self.ctx.settings.cardHtml;',
        `self.ctx.$container.html(${TRANSLATE}(html, html));`,
        ...CLICKS,
      ],
    },
    actionSources: ELEMENT_CLICK,
  }),
  settings: htmlForm('<div class="card">HTML code here</div>'),
  title: 'HTML Card',
  config: { showTitle: false },
};

export const htmlValueCard: TypeDefinition = {
  alias: 'html_value_card',
  name: 'HTML Value Card',
  description: 'Your own HTML and CSS with the latest values of one entity in it, written as ${name of the key}.',
  type: 'latest',
  size: [7.5, 3],
  controller: controller({
    on: {
      onInit: [...INSERT, ...CLICKS, 'self.onDataUpdated();'],
      onDataUpdated: [
        'var html = self.ctx.settings.cardHtml;',
        'var source = self.ctx.datasources[0] || {};',
        `html = ${TRANSLATE}(html, html).replace(/\\$\\{([^}:]+)(?::(\\d+))?\\}/g, function(whole, name, decimals) {`,
        "  if (name === 'entityName') return source.entityName || source.name || '';",
        "  if (name === 'entityLabel') return source.entityLabel || source.entityName || '';",
        '  var rows = self.ctx.data.filter(function(row, place) {',
        "    return name.charAt(0) === '#' ? place === Number(name.slice(1)) : row.dataKey.label === name;",
        '  });',
        "  if (!rows.length || !rows[0].data.length) return '';",
        '  return self.ctx.utils.formatValue(rows[0].data[0][1], decimals, undefined, true);',
        '});',
        'self.ctx.$container.html(html);',
      ],
    },
    parameters: { maxDatasources: 1, singleEntity: true, dataKeysOptional: true },
    actionSources: ELEMENT_CLICK,
  }),
  settings: htmlForm('<div class="card">Temperature: ${temperature:1} °C</div>'),
  config: {
    showTitle: false,
    datasources: [simulated([{ label: 'temperature', middle: 22, swing: 4 }])],
  },
};
