import { describe, expect, it } from 'vitest';
import { createSlots } from './decoder-pool.ts';

describe('slots', () => {
  it('are given in the order asked for, and none is lost to those who gave up', async () => {
    const slots = createSlots(1);
    const order: string[] = [];
    await slots.acquire();
    const quitter = new AbortController();
    const gaveUp = slots.acquire(quitter.signal);
    const first = slots.acquire().then(() => order.push('first'));
    const second = slots.acquire().then(() => order.push('second'));
    quitter.abort(new Error('gave up'));
    await expect(gaveUp).rejects.toThrow('gave up');
    slots.release();
    await first;
    slots.release();
    await second;
    expect(order).toEqual(['first', 'second']);
    slots.release();
    await slots.acquire();
  });

  it('are not taken by who has given up before', async () => {
    const slots = createSlots(1);
    await expect(slots.acquire(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    await slots.acquire();
  });
});
