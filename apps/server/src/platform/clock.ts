/** The present instant. Passed in, so that rules and jobs can be run at any time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
