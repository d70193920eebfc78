import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSocketDir, removeSocketDir } from './address.ts';
import { launchPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts';
import { endLeftovers } from './processes.ts';

/** Pauses between attempts, in milliseconds; the last one repeats. */
const BACKOFF_MS = [0, 250, 1_000, 2_000, 5_000, 10_000];

/** Stops the server for good. */
export type Supervisor = { stop(): Promise<void> };

/** Starts the server, and restarts it whenever it ends without being stopped by us. */
export async function supervisePostmaster(options: PostmasterOptions): Promise<Supervisor> {
  const stopping = new AbortController();
  await endLeftovers(options.paths, options.log);
  await prepareSocketDir(options.address, options.identity);
  let server = await launchPostmaster(options);
  // If the process ends without stop(), the database should not outlive it.
  const stopOnExit = () => {
    process.kill(server.pid, 'SIGINT');
  };
  process.once('exit', stopOnExit);

  const guard = async () => {
    for (;;) {
      const how = await server.exited;
      if (stopping.signal.aborted) return;
      options.log.error({ how }, 'the database ended by itself: starting it again');
      const next = await restart(options, stopping.signal);
      if (!next) return;
      server = next;
      if (stopping.signal.aborted) return;
      options.log.info({ pid: server.pid }, 'the database is up again');
    }
  };
  const guarding = guard();

  return {
    async stop() {
      stopping.abort();
      process.off('exit', stopOnExit);
      await server.stop();
      await guarding;
      // A restart in progress may have started another server in the meantime.
      await server.stop();
      await removeSocketDir(options.address);
    },
  };
}

async function restart(options: PostmasterOptions, signal: AbortSignal): Promise<Postmaster | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sleep(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)], undefined, { signal });
      await endLeftovers(options.paths, options.log);
      await prepareSocketDir(options.address, options.identity);
      return await launchPostmaster(options);
    } catch (error) {
      if (signal.aborted) return undefined;
      options.log.error({ err: error, attempt }, 'the database could not be started again');
    }
  }
}
