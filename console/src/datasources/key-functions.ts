/** What makes up values, and what changes those that came: the names of its arguments. */
export const KEY_FUNCTIONS = {
  funcBody: ['time', 'prevValue'],
  postFuncBody: ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue'],
} as const;

export type KeyFunction = keyof typeof KEY_FUNCTIONS;
