/** Runs what is wanted right now, the most important first, a few at a time; what is wanted no longer is aborted. */
export type WantedQueue<Job> = {
  /** Replaces what is wanted, by key, most important first. Jobs under way go on while they are still wanted. */
  want: (jobs: ReadonlyMap<string, Job>) => void;
  /** Aborts everything. */
  stop: () => void;
};

type Options<Job> = { run: (job: Job, signal: AbortSignal) => Promise<void>; limit: number };

/** `run` never rejects: it reports its own failures. */
export function createWantedQueue<Job>({ run, limit }: Options<Job>): WantedQueue<Job> {
  const running = new Map<string, AbortController>();
  let wanted: ReadonlyMap<string, Job> = new Map();

  function startMore(): void {
    for (const [key, job] of wanted) {
      if (running.size >= limit) return;
      if (!running.has(key)) start(key, job);
    }
  }

  function start(key: string, job: Job): void {
    const controller = new AbortController();
    running.set(key, controller);
    void run(job, controller.signal).finally(() => {
      // An aborted job may have been started anew under its key.
      if (running.get(key) === controller) running.delete(key);
      if (!controller.signal.aborted) forget(key);
      startMore();
    });
  }

  function forget(key: string): void {
    const rest = new Map(wanted);
    rest.delete(key);
    wanted = rest;
  }

  function want(jobs: ReadonlyMap<string, Job>): void {
    wanted = jobs;
    for (const [key, controller] of [...running]) {
      if (jobs.has(key)) continue;
      running.delete(key);
      controller.abort();
    }
    startMore();
  }

  return { want, stop: () => want(new Map()) };
}
