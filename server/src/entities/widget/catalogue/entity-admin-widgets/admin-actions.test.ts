import { shippedActionOf } from '@signalbox/contract/shipped-action';
import { expect, it } from 'vitest';
import { adminActions } from './admin-actions.ts';

/** As stored, they say what they do. */
interface Stored {
  name: string;
  type: string;
  customHtml?: string;
  customFunction: string;
}

it.each(['device', 'asset'] as const)(
  'shipped actions about a %s are known by their code, and no longer when it is changed',
  (noun) => {
    const actions = Object.values(adminActions({ noun })).flat() as unknown as Stored[];
    const kind = noun.toUpperCase();
    expect(actions.map(shippedActionOf)).toEqual([`ADD_${kind}`, `EDIT_${kind}`, `DELETE_${kind}`]);
    for (const action of actions) {
      expect(shippedActionOf({ ...action, name: 'Other', icon: 'star', id: 'other' } as Stored)).toBeDefined();
      expect(shippedActionOf({ ...action, customFunction: `${action.customFunction}\nalert(1);` })).toBeUndefined();
    }
  },
);
