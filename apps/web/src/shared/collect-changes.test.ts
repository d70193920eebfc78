import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectChanges } from './collect-changes.ts';

describe('collectChanges', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp() {
    const delivered: string[][] = [];
    const collector = collectChanges<string>({
      now: Date.now,
      deliver: (items) => delivered.push([...items]),
    });
    return { collector, delivered };
  }

  test('delivers items within 300 ms together', () => {
    const { collector, delivered } = setUp();
    collector.add(['a']);
    vi.advanceTimersByTime(200);
    collector.add(['b', 'a']);
    vi.advanceTimersByTime(100);
    expect(delivered).toEqual([['a', 'b']]);
  });

  test('slows down while items keep arriving, and loses none', () => {
    const { collector, delivered } = setUp();
    for (let n = 0; n < 100; n++) {
      collector.add([`${n}`]);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(2_000);
    expect(delivered.length).toBeLessThan(9);
    expect(delivered.flat()).toHaveLength(100);
  });

  test('delivers nothing once stopped', () => {
    const { collector, delivered } = setUp();
    collector.add(['a']);
    collector.stop();
    vi.advanceTimersByTime(2_000);
    expect(delivered).toEqual([]);
  });
});
