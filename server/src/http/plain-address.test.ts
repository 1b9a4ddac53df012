import { expect, test } from 'vitest';
import { plainAddress, readableAddress } from './plain-address.ts';

test.each([
  ['/%61pi/%64evice/%31?a=%61', '/api/device/1?a=%61'],
  ['/api/device%2F1', '/api/device%2F1'],
  ['/api/%2561', '/api/%2561'],
  ['/api/%5f%7E%2D%2e%5B%40%60%7B', '/api/_~-.%5B%40%60%7B'],
  ['/%C3%A4?%61', '/%C3%A4?%61'],
  ['/api/devices/', '/api/devices'],
  ['/api/devices/?page=0', '/api/devices?page=0'],
  ['/api/?to=/', '/api?to=/'],
  ['/login/', '/login/'],
])('%s is %s', (url, plain) => expect(plainAddress(url)).toBe(plain));

test.each([
  ['/%ff?a=%ff', '/%25ff?a=%ff'],
  ['/dashboards/%E0%A4%A', '/dashboards/%25E0%25A4%25A'],
  ['/100%', '/100%25'],
  ['/%C3%A4?a=?', '/%C3%A4?a=?'],
])('%s can be read as %s', (url, readable) => expect(readableAddress(url)).toBe(readable));
