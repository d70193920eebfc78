/** Runs the wanted jobs, a few at a time, most important first; aborts those no longer wanted. */
export type WantedQueue<Job> = {
  /** Replaces the wanted jobs, by key, most important first. Running jobs continue if still wanted. */
  want: (jobs: ReadonlyMap<string, Job>) => void;
  /** Aborts everything. */
  stop: () => void;
};

type Options<Job> = { run: (job: Job, signal: AbortSignal) => Promise<void>; limit: number };

/** `run` must not reject: it reports its own failures. */
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
      // An aborted job may have been restarted under the same key.
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
