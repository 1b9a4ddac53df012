import { choice, number, type Setting, text, toggle } from './setting.ts';

/** How the hand or the bar moves to a new value. */
const RULES = {
  linear: 'At one speed',
  quad: 'Ever faster',
  quint: 'Much faster at the end',
  cycle: 'Along a circle',
  bounce: 'Bounces at the end',
  elastic: 'Swings like a spring',
  dequad: 'Ever slower',
  dequint: 'Much slower at the end',
  decycle: 'Along a circle, slower at the end',
  debounce: 'Bounces at the start',
  delastic: 'Swings at the start',
};

/** @param rule of `RULES` */
export const animation = (rule: keyof typeof RULES): Setting[] => [
  toggle('animation', 'Move to new values', true),
  number('animationDuration', 'Duration of the movement, ms', 500),
  choice('animationRule', 'Way of moving', RULES, rule),
];

/** Smallest and largest value of a scale. */
export const range: readonly Setting[] = [
  number('minValue', 'Smallest value', 0),
  number('maxValue', 'Largest value', 100),
];

export const unitTitle = (isShown: boolean): Setting[] => [
  text('unitTitle', 'Name of what is measured; that of the key without', null),
  toggle('showUnitTitle', 'Show the name of what is measured', isShown),
];
