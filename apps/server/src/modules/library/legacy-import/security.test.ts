import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { type ActivationWorld, startActivationWorld } from './activation.fixture.ts';

let world: ActivationWorld;
beforeAll(async () => {
  world = await startActivationWorld();
});
afterAll(() => world.stop());

const [anna, noah] = [newCustomerId(), newCustomerId()];
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Sends a request as a stranger's program would; returns the answer without what differs in every call. */
async function send(url: string, body?: string) {
  const authorization = `Bearer ${await world.installation.tokenFor(noah)}`;
  const answer = await fetch(`${world.installation.nodes[0]?.address}/api/storage/${url}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body,
  });
  const { correlationId: _, ...stated } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, type: answer.headers.get('content-type'), stated };
}

test('answers for others’ data as for nonexistent data [UPL-03]', async () => {
  const [hers, nobodys] = [await world.addLegacy(anna, null), await world.addLegacy(NOBODY, null)];
  const unknown = await send(`uploads/${randomUUID()}`);
  expect(unknown).toMatchObject({ status: 404, type: expect.stringContaining('application/problem+json') });
  const attempts = [
    `uploads/${hers}`,
    `uploads/${hers}?accountId=${anna}`,
    `uploads/${hers}?accountId=${noah}`,
    `uploads/${nobodys}`,
    `uploads/${nobodys}?accountId=${NOBODY}`,
  ];
  for (const url of attempts) expect(await send(url), url).toEqual(unknown);
});

test.each([
  'uploads/no-uuid',
  `uploads/${randomUUID()}?accountId=anna`,
  `uploads/${randomUUID()}?accountId=${anna}&accountId=${noah}`,
  'uploads/%00',
  `uploads/${randomUUID()}'--`,
])('refuses %s as a problem [UPL-03]', async (url) => {
  const { status, type } = await send(url);
  expect([400, 404]).toContain(status);
  expect(type).toContain('application/problem+json');
});

test.each([
  ['no ids', '{"ids":[]}'],
  ['101 ids', JSON.stringify({ ids: ids(101) })],
  ['10,000 ids', JSON.stringify({ ids: ids(10_000) })],
  ['an id that is none', '{"ids":["%"]}'],
  ['an id that is no text', '{"ids":[{"$ne":null}]}'],
  ['no list', '{}'],
  ['no JSON', '{'],
])('refuses %s as a problem [UPL-04]', async (_, body) => {
  const { status, type } = await send('getanonymousuploads', body);
  expect([400, 413]).toContain(status);
  expect(type).toContain('application/problem+json');
});

test('omits others’ and unknown ids, and gives nobody anything [UPL-04]', async () => {
  const [hers, nobodys] = [await world.addLegacy(anna, null), await world.addLegacy(NOBODY, null)];
  const requested = JSON.stringify({ ids: [nobodys, nobodys, hers, ...ids(97)] });
  const { stated } = await send('getanonymousuploads', requested);
  expect(stated.items).toMatchObject([{ id: nobodys }]);
  expect(JSON.stringify(stated)).not.toContain('legacy-uploads/');
  await world.activate(noah);
  expect((await world.status(noah)).status).toBe('ACTIVE');
  const row = await world.db
    .selectFrom('legacy_uploads')
    .select('user_id')
    .where('id', '=', nobodys)
    .executeTakeFirst();
  expect(row?.user_id).toBe(NOBODY);
});
