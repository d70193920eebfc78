import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from '../../../testing/start-world.ts';
import { createOutbox } from './index.ts';

let world: Awaited<ReturnType<typeof startOutbox>>;
beforeAll(async () => {
  world = await startOutbox();
});
afterAll(() => world.stop());

const startOutbox = () =>
  startWorld({ modules: ({ db }) => [createOutbox({ db, publicUrl: 'http://photos.example:3000' })] });

const ask = (url: string, host = 'localhost:3000') => world.http.inject({ url, headers: { host } });

test('answers only under names of the server, not under others that resolve to it', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'photos.example:3000']) {
    expect([host, (await ask('/outbox', host)).statusCode]).toEqual([host, 200]);
  }
  for (const url of ['/outbox', '/outbox.json', '/outbox/0190f0a0-0000-7000-8000-000000000000']) {
    const answer = await ask(url, 'evil.example:3000');
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not-found']);
  }
});

test.each(['-'.repeat(36), '0190f0a0-0000-7000-8000-000000000000', 'x'])('has no mail %s', async (id) => {
  expect((await ask(`/outbox/${id}`)).statusCode).toBe(404);
});
