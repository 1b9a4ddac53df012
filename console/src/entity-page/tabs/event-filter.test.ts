import { describe, expect, it } from 'vitest';
import { eventFilter } from './event-filter.ts';

describe('the filter of events', () => {
  it('looks for the text in the chosen field, trimmed, and leaves out what is empty', () => {
    expect(eventFilter('ERROR', 'errorStr', '  timeout ', false)).toEqual({ eventType: 'ERROR', errorStr: 'timeout' });
    expect(eventFilter('ERROR', 'method', '  ', true)).toEqual({ eventType: 'ERROR' });
  });

  it('says "errors only" in the words of each type', () => {
    expect(eventFilter('LC_EVENT', 'event', '', true)).toEqual({ eventType: 'LC_EVENT', status: 'Failure' });
    expect(eventFilter('STATS', 'server', '', true)).toEqual({ eventType: 'STATS', errorsOccurred: 1 });
    expect(eventFilter('DEBUG_RULE_NODE', 'msgType', '', true)).toEqual({
      eventType: 'DEBUG_RULE_NODE',
      isError: true,
    });
  });
});
