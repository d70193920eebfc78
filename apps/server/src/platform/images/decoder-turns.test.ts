import { describe, expect, test } from 'vitest';
import { createTurns } from './decoder-turns.ts';

describe('turns', () => {
  test('are given in the order of requests, and none is lost to those who gave up', async () => {
    const turns = createTurns({ count: 1, patienceMs: 60_000 });
    const order: string[] = [];
    const held = await turns.acquire('anna');
    const quitter = new AbortController();
    const gaveUp = turns.acquire('anna', quitter.signal);
    const take = async (name: string) => {
      const turn = await turns.acquire('anna');
      order.push(name);
      return turn;
    };
    const [first, second] = [take('first'), take('second')];
    quitter.abort(new Error('gave up'));
    await expect(gaveUp).rejects.toThrow('gave up');
    held.release();
    (await first).release();
    (await second).release();
    expect(order).toEqual(['first', 'second']);
    await turns.acquire('anna');
  });

  test('that were granted at the moment of an abort cost nobody else their place', async () => {
    const turns = createTurns({ count: 1, patienceMs: 60_000 });
    const held = await turns.acquire('anna');
    const quitter = new AbortController();
    const granted = turns.acquire('anna', quitter.signal);
    const next = turns.acquire('anna');
    held.release();
    quitter.abort(new Error('too late'));
    (await granted).release();
    await next;
  });

  test('are not taken by those who gave up before', async () => {
    const turns = createTurns({ count: 1, patienceMs: 60_000 });
    await expect(turns.acquire('anna', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    await turns.acquire('anna');
  });

  test('go to the owner who has the fewest', async () => {
    const turns = createTurns({ count: 2, patienceMs: 60_000 });
    const order: string[] = [];
    const [first] = [await turns.acquire('anna'), await turns.acquire('anna')];
    const take = (owner: string) =>
      turns.acquire(owner).then((turn) => {
        order.push(owner);
        return turn;
      });
    const waiting = [take('anna'), take('anna'), take('noah')];
    first.release();
    (await waiting[2])?.release();
    await waiting[0];
    expect(order).toEqual(['noah', 'anna']);
  });

  test('are kept by an owner who has a single one, however long others wait', async () => {
    const turns = createTurns({ count: 2, patienceMs: 1 });
    const held = [await turns.acquire('anna'), await turns.acquire('noah')];
    const first = turns.acquire('mia');
    const second = turns.acquire('mia');
    // Their patience has run out once that of a later request has.
    const probe = createTurns({ count: 2, patienceMs: 1 });
    const probed = [await probe.acquire('anna'), await probe.acquire('anna')];
    void probe.acquire('noah');
    await expect.poll(() => probed[1]?.signal.aborted).toBe(true);
    expect(held.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    held[0]?.release();
    (await first).release();
    await second;
  });

  test('all go to one owner while nobody else waits; then only the latest gives way', async () => {
    const turns = createTurns({ count: 3, patienceMs: 1 });
    const held = [await turns.acquire('anna'), await turns.acquire('anna'), await turns.acquire('anna')];
    const waiting = [turns.acquire('noah'), turns.acquire('noah')];
    const latest = held[2]?.signal;
    await expect.poll(() => latest?.aborted).toBe(true);
    held[2]?.release();
    await waiting[0];
    expect(held.map(({ signal }) => signal.aborted)).toEqual([false, false, true]);
  });
});
