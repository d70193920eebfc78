import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { isTemporaryProblem } from './api-problem.ts';

/** Maximum number of retries. */
export const RETRIES = 2;

const FIRST_MS = 1_000;
const LONGEST_MS = MINUTE_MS;

/** Delay before attempt `failures + 1`, in milliseconds: doubling, with jitter so that customers do not return all at once. */
export function retryDelay(failures: number, random = Math.random): number {
  const pause = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
  return pause / 2 + (pause / 2) * random();
}

/** Retries a call after temporary failures; throws the last failure, or the abort reason of the signal. */
export async function retryTemporary<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      if (failures >= RETRIES || !isTemporaryProblem(error)) throw error;
      await pause(retryDelay(failures), signal);
    }
  }
}

/** Waits; rejects with the signal's reason if that comes first. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
