import { titleOf } from './kind-words.ts';
import type { ChainNode } from './model/chain.ts';
import { kindOf } from './node-kinds.ts';

/** A key that no node of any chain has. */
export const newKey = (): string => `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;

/** A new node of a kind, with what the kind starts with. */
export function newNode(type: string, at: { x: number; y: number }): ChainNode {
  const kind = kindOf(type);
  return {
    key: newKey(),
    id: null,
    type,
    name: kind ? titleOf(kind) : '',
    debugMode: false,
    configuration: structuredClone(kind?.defaultConfiguration ?? {}),
    description: '',
    x: Math.round(at.x),
    y: Math.round(at.y),
    target: null,
    info: {},
  };
}
