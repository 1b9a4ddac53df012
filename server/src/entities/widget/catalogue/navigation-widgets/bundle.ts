import { componentController } from '../controller.ts';
import { choice, icon, list, required, text, when } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';

/** widgets.md §4.14 */
const types: readonly TypeDefinition[] = [
  {
    alias: 'navigation_cards',
    name: 'Navigation cards',
    description: 'Cards that lead to the pages of the menu, all of them or some.',
    type: 'static',
    size: [7, 6],
    controller: componentController('tb-navigation-cards-widget', null),
    settings: settingsForm('Cards', [
      choice('filterType', 'Which pages', { all: 'All', include: 'Only some', exclude: 'All but some' }, 'all'),
      ...when("model.filterType !== 'all'", [list('filter', 'Paths of the pages', text('', 'Path'))]),
    ]),
    config: { showTitle: false },
  },
  {
    alias: 'navigation_card',
    name: 'Navigation card',
    description: 'A card that leads to one page, with a name and an icon of your choice.',
    type: 'static',
    size: [2.5, 2],
    controller: componentController('tb-navigation-card-widget', null),
    settings: settingsForm('Card', [
      required(text('name', 'Name', '{i18n:device.devices}')),
      required(icon('icon', 'Icon', 'devices_other')),
      required(text('path', 'Path of the page', '/devices')),
    ]),
    config: { showTitle: false },
  },
];

export const navigationWidgets: BundleDefinition = {
  alias: 'navigation_widgets',
  title: 'Navigation widgets',
  description: 'Ways from a dashboard to other pages.',
  types,
};
