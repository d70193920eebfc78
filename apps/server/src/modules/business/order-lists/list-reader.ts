import { startWorkerProcess, WorkerFailed, type WorkerProcess } from '../../../platform/worker-process.ts';
import { faultOf } from './parsed.ts';
import type { ListToRead, ReadList } from './read-list.ts';

const PROGRAM = new URL('./reader-process.ts', import.meta.url);
/** The largest files take a second, on a busy machine several. */
const READ_MS = 30_000;
const EXEC_ARGV = ['--max-old-space-size=256'];

/** Reads files one at a time. */
export type ListReader = AsyncDisposable & {
  /** The orders of a file, or its faults: one that takes too long or too much is `unreadable`. Throws if no process can run. */
  read(file: ListToRead): Promise<ReadList>;
};

/**
 * Reads files in a separate process, started for the first of them: parsers are synchronous, and whatever one customer's file does
 * to them must end neither this process nor the files of others.
 */
export function createListReader(timeoutMs = READ_MS): ListReader {
  let worker: WorkerProcess<ListToRead, ReadList> | null = null;
  const end = async () => {
    const ending = worker;
    worker = null;
    await ending?.[Symbol.asyncDispose]();
  };
  return {
    async read(file) {
      worker ??= startWorkerProcess(PROGRAM, { execArgv: EXEC_ARGV });
      try {
        return await worker.ask(file, { timeoutMs });
      } catch (error) {
        await end();
        if (!(error instanceof WorkerFailed) || error.reason === 'ended') throw error;
        return { orders: [], faults: [faultOf('unreadable')] };
      }
    },
    [Symbol.asyncDispose]: end,
  };
}
