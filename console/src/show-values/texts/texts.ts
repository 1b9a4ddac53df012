import { addTexts } from '../../i18n/add-texts.ts';
import english from './en_US.json';

addTexts(english, import.meta.glob(['./*.json', '!./en_US.json'], { import: 'default' }));
