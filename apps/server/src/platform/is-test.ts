/** Set by Vitest, also for the nodes that its tests start. */
export const IS_TEST = process.env.NODE_ENV === 'test';
