/**
 * Shares the workers of a process between customers. While k customers are at work none takes more than one (k+1)th of
 * the workers, so that one is left for the next customer, however long the jobs of the others take.
 */
export function createShares(workers: number) {
  const running = new Map<string, number>();
  const share = () => Math.max(1, Math.floor(workers / (running.size + 1)));

  return {
    /** Customers who have their share for now. */
    used: (): string[] => [...running].filter(([, count]) => count >= share()).map(([customer]) => customer),

    /** Begins a job of a customer; what is returned ends it. Null if the customer has used their share. */
    take(customer: string): (() => void) | null {
      const count = running.get(customer) ?? 0;
      if (count > 0 && count >= share()) return null;
      running.set(customer, count + 1);
      return () => {
        const left = (running.get(customer) ?? 1) - 1;
        if (left > 0) running.set(customer, left);
        else running.delete(customer);
      };
    },
  };
}
