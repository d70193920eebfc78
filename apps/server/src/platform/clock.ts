/** The present instant. Passed in, so that rules and jobs can be run at any time. */
export type Clock = () => Date;

/** The machine's own clock: programs take it once and pass it on. */
export const systemClock: Clock = () => new Date();
