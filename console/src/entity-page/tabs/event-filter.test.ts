import { describe, expect, it } from 'vitest';
import { eventFilter } from './event-filter.ts';

const from = (entered: Record<string, string>) => (name: string) => entered[name];

describe('the filter of events', () => {
  it('takes every field of the type, trimmed, and leaves out what is empty', () => {
    const entered = from({ errorStr: '  timeout ', method: '  ', server: 'one' });
    expect(eventFilter('ERROR', entered)).toEqual({ eventType: 'ERROR', errorStr: 'timeout', server: 'one' });
  });

  it('leaves out fields that the type has not, and values that cannot be chosen', () => {
    const entered = from({ errorStr: 'x', status: 'Perhaps', method: 'y' });
    expect(eventFilter('LC_EVENT', entered)).toEqual({ eventType: 'LC_EVENT', errorStr: 'x' });
  });

  it('sends numbers as numbers, and only those that limit something', () => {
    const entered = from({ messagesProcessed: '10', errorsOccurred: '0', server: '' });
    expect(eventFilter('STATS', entered)).toEqual({ eventType: 'STATS', messagesProcessed: 10 });
    expect(eventFilter('STATS', from({ messagesProcessed: 'many' }))).toEqual({ eventType: 'STATS' });
  });

  it('limits debug events to errors, a direction and a kind of originator', () => {
    const entered = from({ isError: 'true', msgDirectionType: 'IN', entityName: 'DEVICE', dataSearch: '21.5' });
    expect(eventFilter('DEBUG_RULE_NODE', entered)).toEqual({
      eventType: 'DEBUG_RULE_NODE',
      isError: true,
      msgDirectionType: 'IN',
      entityName: 'DEVICE',
      dataSearch: '21.5',
    });
  });
});
