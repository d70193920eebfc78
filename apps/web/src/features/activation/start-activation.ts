import { type Activation, activate } from '@keepsake/contracts';
import { explainAnswer } from '#/shared/activation/activation-query.ts';
import { call } from '#/shared/api/call.ts';

/** Starts the import of what was uploaded before there was a library [ACT-05]. */
export function startActivation(): Promise<Activation> {
  return explainAnswer(call(activate, {}));
}
