import 'material-icons/iconfont/outlined.css';
import versions from 'material-icons/_data/versions.json';

/** Names of all icons of the font that comes with them, in the order of the alphabet. */
export const ICON_NAMES: readonly string[] = Object.keys(versions).sort();
