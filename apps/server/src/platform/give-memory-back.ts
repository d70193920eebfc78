import type { Logger } from 'pino';

const CHECK_MS = 30_000;
/** Share of a processor below which a process is at rest: jobs of every minute and watches take less. */
const AT_REST = 0.03;
/** Work after which giving back is worth a stop of 0.2 s: the jobs of an idle server do as much in some minutes. */
const WORTH_IT_MS = 2_000;

/**
 * Collects what is no longer needed and gives what is free back to the system whenever the process comes to rest. Both stay with
 * it otherwise: 70 MB once the demo is loaded (ADR 69, 72). Does nothing where Node or the C library cannot. Returns what ends it.
 */
export function giveMemoryBack(log: Pick<Logger, 'debug'>, checkMs = CHECK_MS): () => Promise<void> {
  let used = process.cpuUsage();
  let workedMs = WORTH_IT_MS;
  let finding: ReturnType<typeof findTrim> | undefined;
  async function giveBack() {
    globalThis.gc?.();
    // Not before the first rest: where its warning is on, Node says that the module is experimental.
    finding ??= findTrim();
    const trim = await finding;
    if (!trim) return;
    trim();
    log.debug({ rss: process.memoryUsage.rss() }, 'freed memory was given back');
  }
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    const busyMs = (user + system) / 1_000;
    workedMs += busyMs;
    if (busyMs >= AT_REST * checkMs || workedMs < WORTH_IT_MS) return;
    workedMs = 0;
    void giveBack();
  }, checkMs).unref();
  return async () => clearInterval(timer);
}

/** malloc_trim of glibc, called as its manual says: `int malloc_trim(size_t pad)`, from any thread. */
async function findTrim(): Promise<(() => void) | null> {
  try {
    const { dlopen } = await import('node:ffi');
    const { functions } = dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } });
    return () => void functions.malloc_trim(0n);
  } catch {
    return null; // An older Node, musl, macOS or Windows.
  }
}
