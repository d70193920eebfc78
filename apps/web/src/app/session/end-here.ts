import { endSession } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';

/** Tells the server that the session has ended; sign-out waits for no answer that does not come. Throws an ApiProblem. */
export const endHere = () => call(endSession, {}, { signal: AbortSignal.timeout(2_000) });
