import { setTimeout as pause } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from 'pino';

/** Between two tries to run again, milliseconds: as long as a database takes to come back. */
const PAUSE_MS = 1_000;

/**
 * Runs workers until told to stop. Graphile-worker gives up for good when it cannot note that a job is done, which is
 * what a database does to it that is gone for a moment: it is started again, and the job with it.
 */
export async function keepRunning(
  start: () => Promise<Runner>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let runner = await start();
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      // Giving up is told by an error or by nothing at all.
      const failure = await runner.promise.catch((error: unknown) => error);
      if (isStopping) return;
      log.error({ err: failure }, 'the workers gave up: starting them again');
      if (!(await begin())) return;
    }
  }

  async function begin(): Promise<boolean> {
    while (!isStopping) {
      await pause(PAUSE_MS);
      if (isStopping) break;
      try {
        runner = await start();
        if (isStopping) await runner.stop();
        return !isStopping;
      } catch (error) {
        log.warn({ err: error }, 'the workers cannot start yet');
      }
    }
    return false;
  }

  return {
    async stop() {
      isStopping = true;
      // One that gave up has stopped already, and says so by throwing.
      await runner.stop().catch(() => undefined);
      await watching;
    },
  };
}
