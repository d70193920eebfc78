import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';

/** Between two tries to run again, milliseconds: as long as a database takes to come back. */
const PAUSE_MS = 1_000;
/** What workers that have stopped may take to note the ends of their jobs, milliseconds. */
const NOTE_MS = 2_000;
/**
 * The last that a pool of workers says. Its promises do not tell: of a pool two of whose jobs could not be noted as
 * failed none is ever settled (graphile-worker 0.18).
 */
const LAST_WORDS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

type Start = (events: WorkerEvents) => Promise<Runner>;
type Running = { runner: Runner; ended: Promise<unknown> };

/**
 * Runs workers until told to stop. Graphile-worker gives up for good when it cannot note that a job is done, which is
 * what a database does to it that is gone for a moment: it is started again, and the job with it.
 */
export async function keepRunning(start: Start, log: Logger): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let running = await begin(start);
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      const failure = await running.ended;
      if (isStopping) return;
      log.error({ err: failure }, 'the workers gave up: starting them again');
      if (!(await beginAgain())) return;
    }
  }

  async function beginAgain(): Promise<boolean> {
    while (!isStopping) {
      await pause(PAUSE_MS);
      if (isStopping) break;
      try {
        running = await begin(start);
        if (isStopping) await end(running);
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
      await end(running);
      await watching;
    },
  };
}

async function begin(start: Start): Promise<Running> {
  const events: WorkerEvents = new EventEmitter();
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  for (const word of LAST_WORDS) events.once(word, resolve);
  const runner = await start(events);
  // Giving up is told by an error or by nothing at all.
  runner.promise.then(resolve, resolve);
  return { runner, ended: ended.then((said) => (said instanceof Error ? said : undefined)) };
}

/** Waits for the jobs that have begun. Workers that gave up have stopped already, and say so by throwing. */
async function end({ runner, ended }: Running): Promise<void> {
  const stopped = runner
    .stop()
    .then(() => runner.promise)
    .catch(() => undefined);
  await Promise.race([stopped, ended.then(() => pause(NOTE_MS))]);
}
