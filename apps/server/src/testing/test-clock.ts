/** A clock that a test sets. */
export type TestClock = {
  get now(): Date;
  /** Null shows the present. */
  set now(instant: Date | null);
};

/** Stands at an instant, or shows the present until a test sets it. */
export function createTestClock(start: Date | null): TestClock {
  let instant = start;
  return {
    get now() {
      return instant ?? new Date();
    },
    set now(next) {
      instant = next;
    },
  };
}
