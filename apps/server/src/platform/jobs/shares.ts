/** Minimum number of parts into which the workers are divided: a customer alone gets one of them. */
const MIN_PARTS = 2;
/** The same for work that waits for somebody else's machine. */
const MIN_PARTS_ELSEWHERE = 3;

/**
 * Shares the workers of a process between customers. While k customers have jobs running, none takes more than 1/(k+1) of the
 * workers, so that one is left for the next customer, however long the others' jobs take.
 */
export function createShares(workers: number) {
  const running = new Map<string, { count: number; parts: number }>();
  const share = (parts: number) => Math.max(1, Math.floor(workers / Math.max(running.size + 1, parts)));

  return {
    /** Customers who have used up their share for now. */
    used: (): string[] =>
      [...running].filter(([, { count, parts }]) => count >= share(parts)).map(([customer]) => customer),

    /** Begins a job of a customer; call the returned function to end it. Null if the customer has used their share. */
    take(customer: string, { runsElsewhere }: { runsElsewhere: boolean }): (() => void) | null {
      const parts = runsElsewhere ? MIN_PARTS_ELSEWHERE : MIN_PARTS;
      const count = running.get(customer)?.count ?? 0;
      if (count > 0 && count >= share(parts)) return null;
      running.set(customer, { count: count + 1, parts });
      return () => {
        const left = (running.get(customer)?.count ?? 1) - 1;
        if (left > 0) running.set(customer, { count: left, parts });
        else running.delete(customer);
      };
    },
  };
}
