import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_TOKEN, startNewsletter } from '../newsletter/newsletter.fixture.ts';

let world: Awaited<ReturnType<typeof startNewsletter>>;
beforeAll(async () => {
  world = await startNewsletter();
});
afterAll(() => world.stop());

async function report(events: readonly object[], token = MAIL_TOKEN) {
  const answer = await fetch(`${world.address}/api/email-gateway/mail-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ events }),
  });
  const body = (await answer.json()) as { results?: { outcome: string }[] };
  return { status: answer.status, outcomes: body.results?.map(({ outcome }) => outcome) };
}

const eventOf = (email: string, more: object = {}) => ({
  id: randomUUID(),
  kind: 'bounce',
  email,
  isPermanent: true,
  happenedAt: '2026-06-15T09:00:00Z',
  ...more,
});
const returnedFrom = () => world.db.selectFrom('returned_mails').select('user_id').execute();

describe('a mail event', () => {
  test('of a permanent bounce stops newsletters, and a temporary one stops nothing', async () => {
    const [anna, ben] = [await world.subscribed(), await world.subscribed()];
    const events = [
      eventOf(world.emailOf(anna).toUpperCase()),
      eventOf(world.emailOf(ben), { isPermanent: false }),
    ];
    expect(await report(events)).toEqual({ status: 200, outcomes: ['stored', 'stored'] });
    expect((await world.read(anna)).status).toBe('undeliverable');
    expect((await world.read(ben)).status).toBe('subscribed');
    expect(await returnedFrom()).toEqual([{ user_id: anna }]);
    expect(await world.consentsOf(anna)).toMatchObject([{ ended_by: 'bounce' }]);
  });

  test('of a complaint stops newsletters until their owner subscribes again', async () => {
    const mia = await world.subscribed();
    expect((await report([eventOf(world.emailOf(mia), { kind: 'complaint' })])).outcomes).toEqual(['stored']);
    expect((await world.read(mia)).status).toBe('none');
    expect(await world.consentsOf(mia)).toMatchObject([{ ended_by: 'complaint' }]);
    expect((await world.subscribe(mia)).body.status).toBe('pending');
  });

  test('that is repeated changes nothing, even after an operator has lifted what it did', async () => {
    const zoe = await world.subscribed();
    const event = eventOf(world.emailOf(zoe));
    await report([event]);
    const stored = await world.db.selectFrom('mail_events').selectAll().execute();
    await world.db.deleteFrom('newsletter_suppressions').execute();
    expect(await report([event])).toEqual({ status: 200, outcomes: ['known'] });
    expect((await world.read(zoe)).status).toBe('none');
    expect(await world.db.selectFrom('mail_events').selectAll().execute()).toEqual(stored);
  });

  test('that is interrupted leaves nothing, stops no other, and is taken when it is sent again', async () => {
    const [lea, tom] = [await world.subscribed(), await world.subscribed()];
    const events = [eventOf(world.emailOf(lea)), eventOf(world.emailOf(tom))];
    world.interrupted.add(world.emailOf(lea));
    expect((await report(events)).outcomes).toEqual(['failed', 'stored']);
    expect((await world.read(lea)).status).toBe('subscribed');
    expect((await returnedFrom()).map(({ user_id }) => user_id)).not.toContain(lea);
    world.interrupted.clear();
    expect((await report(events)).outcomes).toEqual(['stored', 'known']);
    expect((await world.read(lea)).status).toBe('undeliverable');
  });

  test('is refused without its scope, and whole if one is none', async () => {
    expect(
      (await report([eventOf('nobody@example.com')], 'the-token-of-a-shop-0123456789abcdef')).status,
    ).toBe(403);
    const events = [eventOf('nobody@example.com'), eventOf('nobody')];
    expect((await report(events)).status).toBe(400);
    expect((await report(events.slice(0, 1))).outcomes).toEqual(['stored']);
  });
});
