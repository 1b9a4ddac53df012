import { expect, it } from 'vitest';
import type { AssignedPackage } from '../../../ota/package-delivery.ts';
import { Endpoint } from '../../coap/endpoints.ts';
import type { CoapRequest } from '../../coap/request.ts';
import { peerAt } from '../../datagrams.ts';
import { createOfferedPackages } from './offered-packages.ts';

const endpoint = new Endpoint(peerAt('127.0.0.1', 7000), 1);
const fileOf = (id: string): AssignedPackage => ({
  ...{ id, title: id, version: '1', url: null, contentId: id, fileName: 'x', contentType: null, size: 4 },
});

it('keeps packages that devices of one tenant were told to fetch, however many another one offers', async () => {
  const offered = createOfferedPackages(
    {
      async *read() {
        yield Buffer.from('file');
      },
    },
    10,
  );
  const fetched = async (id: string) => {
    const request = { method: '0.01', path: ['tbfw', id], query: new Map() } as unknown as CoapRequest;
    const answer = await offered.handle(request, endpoint, async () => undefined);
    return typeof answer === 'object' ? answer.payload?.toString() : undefined;
  };
  const { offer } = offered.of('modest');
  expect(offer(fileOf('modest'), 'coap://here/')).toBe('coap://here/tbfw/modest');
  for (let count = 0; count < 50; count++) offered.of('greedy').offer(fileOf(`greedy${count}`), 'coap://here');
  expect(await fetched('modest')).toBe('file');
  expect(await fetched('greedy49')).toBe('file');
  expect(await fetched('greedy0')).toBeUndefined();
  // Once more: it is the newest now.
  offer(fileOf('modest'), 'coap://here');
  offered.of('third').offer(fileOf('third'), 'coap://here');
  for (const id of ['modest', 'third', 'greedy49']) expect(await fetched(id)).toBe('file');
});
