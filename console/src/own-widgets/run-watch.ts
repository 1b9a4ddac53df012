import { createContext } from 'react';
import type { DataEntity, WidgetData } from '../widgets/model.ts';
import type { FrameFailure } from './protocol.ts';

/** What an editor of widget types is told of a widget that it lets run. No device is called by one that is watched. */
export interface RunWatch {
  /** It begins again after it had failed. */
  beginsAgain: () => void;
  /** The widget has begun. */
  started: () => void;
  /** It is not drawn any more. */
  failed: (failure: FrameFailure) => void;
  /** Something of it failed, and it goes on. */
  noted: (failure: FrameFailure) => void;
}

/** Absent: nobody watches, the widget is on a dashboard. */
export const RunWatchContext = createContext<RunWatch | undefined>(undefined);

const DEVICE: DataEntity = {
  entityType: 'DEVICE',
  id: '13814000-1dd2-11b2-8080-808080808080',
  name: 'Simulated',
  label: 'Simulated',
  description: '',
};

/** What a control that is watched has for its device. */
export const SIMULATED_TARGET: WidgetData = { status: 'ready', rows: [], entities: [DEVICE], pages: [] };

/** ms */
const ANSWER_TIME = 500;

/** Answers a call to the simulated device with what was asked of it. */
export function echoedCall(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ method, params }), ANSWER_TIME);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
