import { pino } from 'pino';
import { createEmbeddedLiveBus } from './embedded-live-bus.ts';
import { describeLiveBus } from './live-bus-suite.ts';

describeLiveBus('embedded', () => createEmbeddedLiveBus(pino({ level: 'silent' })));
