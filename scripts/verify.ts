import { summarize } from './gate/summary.ts';
import { verify } from './gate/verify-steps.ts';

/** `npm run verify`: the quick gate for people. */
summarize(await verify());
