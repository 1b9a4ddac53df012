// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { usableStorage } from './browser-storage.ts';

describe('the storage of the browser', () => {
  it('is used when it keeps what is written', () => {
    expect(usableStorage(() => localStorage)).toEqual({ storage: localStorage, works: true });
    expect(localStorage.length).toBe(0);
  });

  it.each([
    [
      'is blocked',
      () => {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    ],
    ['keeps nothing', () => ({ setItem: () => {}, getItem: () => null, removeItem: () => {} }) as unknown as Storage],
  ])('is replaced by memory when it %s', (_, find) => {
    const { storage, works } = usableStorage(find);
    expect(works).toBe(false);
    storage.setItem('jwt_token', 'a');
    expect([storage.getItem('jwt_token'), storage.key(0), storage.length]).toEqual(['a', 'jwt_token', 1]);
    storage.removeItem('jwt_token');
    expect(storage.getItem('jwt_token')).toBeNull();
    storage.setItem('jwt_token', 'b');
    storage.clear();
    expect(storage.length).toBe(0);
  });
});
