import { useState } from 'react';
import { localStore } from '../../api/browser-storage.ts';
import { createTraffic } from './traffic.ts';

const KEY = 'signalbox-rule-chain-traffic';

/**
 * Whether this browser's user wants to see what goes through rule chains, and where the counts of the open one are.
 * @param isRunning whether messages run through it here
 */
export function useTraffic(isRunning: boolean) {
  const [isWanted, setWanted] = useState(() => localStore.getItem(KEY) === 'true');
  const [traffic] = useState(createTraffic);
  const toggle = () => {
    setWanted(!isWanted);
    localStore.setItem(KEY, String(!isWanted));
  };
  return {
    /** Of the canvas; absent when it is off. */
    traffic: isRunning && isWanted ? traffic : undefined,
    toggle: isRunning ? toggle : undefined,
  };
}
