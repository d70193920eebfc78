import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { startStopwatch } from '../clock.ts';

/** Pause before a restart: about as long as a database takes to come back. */
const PAUSE_MS = 1_000;
/** Time for stopped workers to record the outcome of their jobs. */
const RECORD_MS = 2_000;
/** How long every attempt to fetch a job may fail before the workers are started again. */
const STALLED_MS = 10_000;
/**
 * The last events of a worker pool. Its promises are no help: if the failures of two jobs cannot be recorded, none of them ever
 * settles (graphile-worker 0.18).
 */
const LAST_EVENTS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

type Start = (events: WorkerEvents) => Promise<Runner>;
type RunningWorkers = {
  /** Stops the workers, which finish their jobs, and starts new ones. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};
type Running = { runner: Runner; ended: Promise<unknown> };

/**
 * Runs workers until stopped. graphile-worker gives up for good if it cannot record that a job is done, which happens when the
 * database is briefly away: it is started again, and the job with it. It also goes on without ever fetching a job if the connection
 * of its first query was cut, because it keeps that failure: workers that only fail to fetch are ended and started again, too.
 */
export async function keepRunning(start: Start, log: Logger): Promise<RunningWorkers> {
  let isStopping = false;
  let isRestarting = false;
  let running = await begin(start);
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      const failure = await running.ended;
      if (isStopping) return;
      // Those that only fail to fetch have not stopped.
      await end(running);
      if (!isRestarting) log.error({ err: failure }, 'the workers gave up: starting them again');
      const next = await beginAgain(start, { isStopping: () => isStopping, log });
      if (!next) return;
      running = next;
      isRestarting = false;
    }
  }
  return {
    async restart() {
      if (isRestarting) return;
      isRestarting = true;
      await end(running);
    },
    async stop() {
      isStopping = true;
      await end(running);
      await watching;
    },
  };
}

type Beginning = { isStopping(): boolean; log: Logger };

/** Starts workers as soon as that is possible; null if they are stopped before. */
async function beginAgain(start: Start, { isStopping, log }: Beginning): Promise<Running | null> {
  for (;;) {
    await pause(PAUSE_MS);
    if (isStopping()) return null;
    const running = await begin(start).catch((error: unknown) => {
      log.warn({ err: error }, 'the workers cannot start yet');
      return null;
    });
    if (!running) continue;
    if (!isStopping()) return running;
    await end(running);
    return null;
  }
}

async function begin(start: Start): Promise<Running> {
  const events: WorkerEvents = new EventEmitter();
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  for (const event of LAST_EVENTS) events.once(event, resolve);
  onStalled(events, resolve);
  const runner = await start(events);
  // Workers that give up report an error, or nothing at all.
  runner.promise.then(resolve, resolve);
  return { runner, ended: ended.then((result) => (result instanceof Error ? result : undefined)) };
}

/** Calls back once no worker has fetched anything for a while because every attempt failed. */
function onStalled(events: WorkerEvents, stalled: (error: unknown) => void): void {
  let failing: (() => number) | null = null;
  const recover = () => {
    failing = null;
  };
  events.on('worker:getJob:empty', recover);
  events.on('job:start', recover);
  events.on('worker:getJob:error', ({ error }) => {
    failing ??= startStopwatch();
    if (failing() >= STALLED_MS) stalled(error);
  });
}

/** Waits for the running jobs. Workers that gave up have stopped already, and throw. */
async function end({ runner, ended }: Running): Promise<void> {
  // Why they gave up is what `ended` says.
  const stopped = runner
    .stop()
    .then(() => runner.promise)
    .catch(() => undefined);
  await Promise.race([stopped, ended.then(() => pause(RECORD_MS))]);
}
