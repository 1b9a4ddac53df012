import { useStoreApi } from '@xyflow/react';
import { useEffect, useState } from 'react';
import type { Chain } from '../model/chain.ts';
import { MAX_ELEMENTS } from './drawn-nodes.ts';
import type { Area } from './geometry.ts';
import { areaOf } from './paint.ts';

/** ms between two looks at what is in view of a large chain */
const LOOK_PERIOD = 100;

/** What of the chain is in view, as long as that decides what is drawn. */
export function useView(
  start: { x: number; y: number; zoom: number },
  props: { chain: Chain; size: { width: number; height: number } },
): Area {
  const store = useStoreApi();
  const [view, setView] = useState(() => areaOf({ ...start, ...props.size }));
  const isLarge = props.chain.nodes.length > MAX_ELEMENTS;
  useEffect(() => {
    if (!isLarge) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const { transform, width, height } = store.getState();
      if (width > 0) setView(areaOf({ x: transform[0], y: transform[1], zoom: transform[2], width, height }));
    };
    const unsubscribe = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width) timer ??= setTimeout(look, LOOK_PERIOD);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [isLarge, store]);
  return view;
}
