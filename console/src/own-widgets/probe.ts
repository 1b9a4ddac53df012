import type { Widget } from '../widgets/model.ts';
import { linkFrame } from './frame-link.ts';
import type { FrameContext, TypeAnswers, TypeCode, TypeResource } from './protocol.ts';
import { frameAddress, withTexts } from './type-code.ts';

/** A type that has not answered by then is drawn with the defaults, ms. */
const LONGEST_PROBE = 10_000;

const NOWHERE: FrameContext = {
  widget: {
    id: '',
    bundleAlias: '',
    typeAlias: '',
    type: 'static',
    sizeX: 1,
    sizeY: 1,
    row: 0,
    col: 0,
    config: {},
  } satisfies Widget,
  width: 0,
  height: 0,
  isEdit: false,
  isMobile: false,
  theme: { variables: {}, mode: 'light', direction: 'ltr' },
  language: 'en_US',
  locale: 'en-US',
  serverOffset: 0,
  currentUser: null,
  steps: [],
  stateNames: {},
  dashboard: { id: '', title: '' },
  dashboardTimeWindow: {},
  aliases: {},
  aliasInfos: {},
  filters: {},
  keyFilters: {},
  texts: {},
};

/**
 * Asks a type what it is by an instance of it that is not drawn, in a frame that goes again.
 * @returns undefined when its script fails, which its widgets then say
 */
export async function probeType(code: TypeCode, resources: readonly TypeResource[]): Promise<TypeAnswers | undefined> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.hidden = true;
  frame.tabIndex = -1;
  frame.src = frameAddress(resources, window.location.href);
  const loaded = await withTexts(resources, window.location.href);
  return new Promise((resolve) => {
    const end = (answers?: TypeAnswers) => {
      clearTimeout(timer);
      link.end();
      frame.remove();
      resolve(answers);
    };
    const timer = setTimeout(end, LONGEST_PROBE);
    const link = linkFrame(frame, {
      call: async () => null,
      told: (message) => end(message.kind === 'answers' ? message.answers : undefined),
      stopped: () => end(),
    });
    link.send({ kind: 'start', isProbe: true, code, resources: loaded, context: NOWHERE });
    document.body.append(frame);
  });
}
