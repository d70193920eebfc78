import { isTemporaryProblem, retryDelay } from '#/shared/api/api-problem.ts';

/** As for every query. */
const RETRIES = 2;

/** Retries a call after temporary failures; throws its last failure, or the abort reason of the signal. */
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
