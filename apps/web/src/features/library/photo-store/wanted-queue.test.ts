import { describe, expect, test } from 'vitest';
import { createWantedQueue } from './wanted-queue.ts';

function setUp(limit = 2) {
  const running = new Map<string, { finish: () => void; signal: AbortSignal }>();
  const started: string[] = [];
  const queue = createWantedQueue<string>({
    limit,
    run: (job, signal) => {
      started.push(job);
      return new Promise((resolve) => running.set(job, { finish: resolve, signal }));
    },
  });
  const want = (...keys: string[]) => queue.want(new Map(keys.map((key) => [key, key])));
  const finish = async (key: string) => {
    running.get(key)?.finish();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, running, started, want, finish };
}

describe('createWantedQueue', () => {
  test('runs the most important first, no more than the limit at once', async () => {
    const { want, started, finish } = setUp();
    want('a', 'b', 'c', 'd');
    expect(started).toEqual(['a', 'b']);
    await finish('b');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('runs a finished job again only when it is wanted again', async () => {
    const { want, started, finish } = setUp();
    want('a');
    await finish('a');
    expect(started).toEqual(['a']);
    want('a');
    expect(started).toEqual(['a', 'a']);
  });

  test('continues wanted jobs and aborts those scrolled past', () => {
    const { want, running, started } = setUp();
    want('a', 'b');
    want('b', 'c');
    expect(running.get('a')?.signal.aborted).toBe(true);
    expect(running.get('b')?.signal.aborted).toBe(false);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('restarts an aborted job that is wanted again before the first run has ended', async () => {
    const { want, started, queue, running, finish } = setUp(1);
    want('a');
    const first = running.get('a');
    queue.stop();
    want('a');
    first?.finish();
    await finish('none');
    want('a');
    expect(started).toEqual(['a', 'a']);
  });
});
