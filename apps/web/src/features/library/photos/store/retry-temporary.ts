import { isTemporaryProblem, retryDelay } from '#/shared/api/api-problem.ts';

/** Tries besides the first, as for every other query. */
const RETRIES = 2;

/** Repeats a call whose failure time may heal; throws its last failure, or the abort reason of the signal. */
export async function retryTemporary<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      if (failures >= RETRIES || !isTemporaryProblem(error)) throw error;
      await pause(retryDelay(failures, Math.random), signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
