import * as z from 'zod/mini';
import { choiceSetting } from '../settings.ts';

/** What the nodes that pass something on between a server and its edges are set to. */
export const pushedScope = {
  kind: 'ACTION',
  configuration: z.object({
    scope: choiceSetting(['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'], 'SERVER_SCOPE'),
  }),
  defaultConfiguration: { scope: 'SERVER_SCOPE' },
  fields: {
    scope: {
      control: 'choice',
      label: 'Scope of attributes',
      help: 'Where the metadata name none.',
      options: { CLIENT_SCOPE: 'Client', SHARED_SCOPE: 'Shared', SERVER_SCOPE: 'Server' },
    },
  },
} as const;
