import { startStopwatch } from '../../../apps/server/src/platform/clock.ts';

export type LoadResult = {
  calls: number;
  /** What became of each call that failed: its status and what was answered, or the error of its connection, and after how long. */
  failed: string[];
  longestMs: number;
};

/** Repeats a call, several at a time, until stopped. */
export function startLoad(call: () => Promise<Response>, { inParallel = 4 } = {}) {
  const result: LoadResult = { calls: 0, failed: [], longestMs: 0 };
  let isStopping = false;
  async function work(): Promise<void> {
    while (!isStopping) {
      const elapsed = startStopwatch();
      const failure = await judge(call());
      result.calls++;
      const elapsedMs = elapsed();
      if (failure !== null) result.failed.push(`${failure} after ${Math.round(elapsedMs)} ms`);
      result.longestMs = Math.max(result.longestMs, elapsedMs);
    }
  }
  const working = Array.from({ length: inParallel }, work);
  return {
    async stop(): Promise<LoadResult> {
      isStopping = true;
      await Promise.all(working);
      return result;
    },
  };
}

/** Whether a call failed as calls may while a database or all nodes are away. */
export const isAway = (failure: string): boolean => failure.startsWith('503 ');

/** Reads an answer to its end; null if it is good. */
async function judge(calling: Promise<Response>): Promise<string | null> {
  try {
    const answer = await calling;
    const text = await answer.text();
    return answer.ok ? null : `${answer.status} ${text}`;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}
