import { useMemo, useState } from 'react';
import type { Chain, ChainNode } from './model/chain.ts';

/** A configuration as it is typed, while it is no JSON object, and what it was before. */
interface UnreadJson {
  text: string;
  configuration: ChainNode['configuration'];
}

/** Configurations that cannot be read as they are typed. They are forgotten where the node gets another one, by undoing for instance. */
export function useUnreadJson({ nodes }: Chain) {
  /** By the key of the node. */
  const [texts, setTexts] = useState<ReadonlyMap<string, UnreadJson>>(() => new Map());
  return useMemo(() => {
    const textOf = ({ key, configuration }: ChainNode): string | undefined => {
      const unread = texts.get(key);
      return unread?.configuration === configuration ? unread.text : undefined;
    };
    return {
      textOf,
      /** The first node with one. */
      first: texts.size === 0 ? undefined : nodes.find((node) => textOf(node) !== undefined),
      /** @param text undefined: what is typed can be read */
      set: ({ key, configuration }: ChainNode, text: string | undefined) =>
        setTexts((now) => {
          const others = [...now].filter(([other]) => other !== key);
          return new Map(text === undefined ? others : [...others, [key, { text, configuration }]]);
        }),
    };
  }, [texts, nodes]);
}
export type UnreadJsons = ReturnType<typeof useUnreadJson>;
