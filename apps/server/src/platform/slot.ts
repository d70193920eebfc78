/** What a later module gives an earlier one: filled once, while the server is built, and empty for nobody who asks afterwards. */
export type Slot<Part> = {
  fill(part: Part): void;
  /** Throws while the slot is empty. */
  get(): Part;
};

/** An empty slot; `what` names the part in errors. */
export function createSlot<Part>(what: string): Slot<Part> {
  let filled: { part: Part } | null = null;
  return {
    fill(part) {
      if (filled) throw new Error(`${what}: given twice`);
      filled = { part };
    },
    get() {
      if (!filled) throw new Error(`${what}: not given yet`);
      return filled.part;
    },
  };
}

/** Calls the function that a slot holds by then. */
export const callSlot =
  <Args extends unknown[], Result>({ get }: Slot<(...args: Args) => Result>) =>
  (...args: Args): Result =>
    get()(...args);

/** Throws if a slot of these modules is empty. */
export function requireFilled(modules: readonly { slots?: Slots }[]): void {
  for (const { slots = {} } of modules) for (const slot of Object.values(slots)) slot.get();
}

/** The slots of a module or of a wing by name. */
export type Slots = Readonly<Record<string, Slot<unknown>>>;
