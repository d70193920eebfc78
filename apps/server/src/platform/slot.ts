/** What a later wing gives an earlier one: registered once, while the server is built. */
export type Registration<Part> = {
  register(part: Part): void;
  /** Throws if nothing is registered yet. */
  readonly part: Part;
};

/** An empty registration; `what` names the part in errors. */
export function createRegistration<Part>(what: string): Registration<Part> {
  let registered: { part: Part } | null = null;
  return {
    register(part) {
      if (registered) throw new Error(`${what}: registered twice`);
      registered = { part };
    },
    get part() {
      if (!registered) throw new Error(`${what}: not registered yet`);
      return registered.part;
    },
  };
}
