import { type Activation, activate } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { explainAnswer } from '#/shared/legacy-import/activation-query.ts';

/** Starts the import of what was uploaded before there was a library [ACT-05]. */
export function startActivation(): Promise<Activation> {
  return explainAnswer(call(activate, {}));
}
