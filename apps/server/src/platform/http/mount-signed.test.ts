import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createMediaSigner } from '../signed-urls.ts';
import { unprovenAddressesOf } from '../testing/unproven-addresses.ts';
import { createServer } from './create-server.ts';
import { mountSigned } from './mount-signed.ts';

const signer = createMediaSigner({ secret: 'a-secret-of-the-installation', baseUrl: '' });
const params = z.object({
  ownerId: z.string().regex(/^[a-z]+$/),
  fileId: z.string(),
  size: z.enum(['300', '800']),
});

let now: Date;
let http: FastifyInstance;
let served: unknown[];
beforeEach(async () => {
  now = new Date('2026-06-15T10:00:00Z');
  served = [];
  http = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000,
  });
  const route = {
    path: 'files/:ownerId/:fileId/:size',
    params,
    signedOf: ({ ownerId, fileId }: z.output<typeof params>) => ({
      area: `files/${ownerId}`,
      photoId: fileId,
    }),
  };
  mountSigned(http, { signer, clock: () => now }, route, async (given) => {
    served.push(given);
    return 'the file';
  });
});
afterEach(() => http.close());

const addressOf = (area = 'files/anna') => signer.addressOf(area, '7', now);
const statusOf = async (url: string) => (await http.inject(url)).statusCode;

test('a signed address is answered with what it says, in each size', async () => {
  const answer = await http.inject(`${addressOf()}/300`);
  expect([answer.statusCode, answer.body]).toEqual([200, 'the file']);
  expect(await statusOf(`${addressOf()}/800`)).toBe(200);
  expect(served).toEqual([
    { ownerId: 'anna', fileId: '7', size: '300' },
    { ownerId: 'anna', fileId: '7', size: '800' },
  ]);
});

test('an address whose signature proves something else, or nothing, is answered as if there were nothing', async () => {
  const url = `${addressOf()}/300`;
  const others = [
    url.replace('anna', 'noah'),
    url.replace('/7/', '/8/'),
    `${addressOf('photos/anna')}/300`.replace('photos', 'files'),
    `${addressOf('anna')}/300`.replace('anna', 'files/anna'),
  ];
  for (const unproven of [...unprovenAddressesOf(url), ...others])
    expect(await statusOf(unproven), unproven).toBe(404);
  expect(served).toEqual([]);
});

test('an address ends after its second day', async () => {
  const url = `${addressOf()}/300`;
  now = new Date('2026-06-16T23:59:59Z');
  expect(await statusOf(url)).toBe(200);
  now = new Date('2026-06-17T00:00:00Z');
  expect(await statusOf(url)).toBe(404);
});

test('a signed address that names what its route does not know is answered as if there were nothing', async () => {
  for (const url of [
    `${addressOf()}/301`,
    `${addressOf()}/`,
    `${addressOf()}/300/1`,
    `${addressOf('files/ANNA')}/300`,
  ])
    expect(await statusOf(url), url).toBe(404);
  expect(served).toEqual([]);
});

test('a query means nothing; a damaged address is refused before its signature is looked at', async () => {
  const url = `${addressOf()}/300`;
  expect(await statusOf(`${url}?size=800&x=%zz&=`)).toBe(200);
  expect(served).toEqual([{ ownerId: 'anna', fileId: '7', size: '300' }]);
  for (const damaged of [
    `${url}%ff`,
    url.replace('/7/', '/%/'),
    url.replace('/7/', `/${'7'.repeat(3_000)}/`),
  ])
    expect(await statusOf(damaged), damaged).toBe(400);
  expect(await statusOf(`${url}?%00`)).toBe(400);
});
