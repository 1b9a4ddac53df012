import { addTexts } from '../add-texts.ts';
import type { Texts } from '../text-tree.ts';
import english from './en_US.json';

// What is said before any page is open, and the names of all pages: menu, crumbs and window title need them at once.
addTexts(english, import.meta.glob('../languages/*.ts', { import: 'texts' }));
const names = import.meta.glob<Texts>('../../pages/*/names/en_US.json', { eager: true, import: 'default' });
for (const texts of Object.values(names)) addTexts(texts);
