import type { Logger } from 'pino';

const CHECK_MS = 30_000;
/** CPU share below which a process is at rest: minutely jobs and watches take less. */
const AT_REST = 0.03;
/** CPU time after which trimming is worth a pause of 0.2 s: an idle server's jobs take as much in some minutes. */
const WORTH_IT_MS = 2_000;

/**
 * Collects garbage and returns free memory to the system whenever the process comes to rest. The process would keep it otherwise:
 * 70 MB once the demo is loaded (ADR 69, 72). Does nothing if Node or the C library cannot. Returns a function that stops it.
 */
export function releaseFreeMemory(log: Pick<Logger, 'debug'>, checkMs = CHECK_MS): () => Promise<void> {
  let used = process.cpuUsage();
  let workedMs = WORTH_IT_MS;
  let finding: ReturnType<typeof findTrim> | undefined;
  async function giveBack() {
    globalThis.gc?.();
    // Not before the first rest: importing the module makes Node warn that it is experimental, unless that warning is off.
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

/** malloc_trim of glibc, called as its manual says: with the bytes to keep, from any thread. */
async function findTrim(): Promise<(() => void) | null> {
  try {
    const { dlopen } = await import('node:ffi');
    const { functions } = dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } });
    return () => void functions.malloc_trim(0n);
  } catch {
    return null; // An older Node, musl, macOS or Windows.
  }
}
