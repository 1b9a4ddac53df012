import { createEmbeddedCache } from './cache.ts';
import { describeCache } from './cache-suite.ts';

describeCache('embedded', createEmbeddedCache);
