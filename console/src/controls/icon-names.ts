import 'material-icons/iconfont/outlined.css';
import versions from 'material-icons/_data/versions.json';

/** Names of all icons of the font that comes with them, in the order of the alphabet. */
export const ICON_NAMES: readonly string[] = Object.keys(versions).sort();

/** The ones that are offered at first. */
export const USUAL_ICON_NAMES: readonly string[] = [
  ...['home', 'dashboard', 'devices_other', 'sensors', 'router', 'memory', 'settings_remote', 'power_settings_new'],
  ...['thermostat', 'water_drop', 'air', 'bolt', 'battery_full', 'light', 'speed', 'local_fire_department'],
  ...['show_chart', 'bar_chart', 'pie_chart', 'timeline', 'table_chart', 'list', 'map', 'place'],
  ...['warning', 'error', 'info', 'help', 'notifications', 'check_circle', 'schedule', 'history'],
  ...['add', 'edit', 'delete', 'search', 'refresh', 'settings', 'visibility', 'download'],
  ...['person', 'group', 'business', 'factory', 'warehouse', 'local_shipping'],
].filter((name) => name in versions);
