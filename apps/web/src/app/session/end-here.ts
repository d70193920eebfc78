import { endSession } from '@keepsake/contracts/account/account-sessions';
import { call } from '#/shared/api/call.ts';

/** Tells the server that the session has ended, with a timeout so that sign-out does not wait for it. Throws an ApiProblem. */
export const endHere = () => call(endSession, {}, { signal: AbortSignal.timeout(2_000) });
