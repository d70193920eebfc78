import { type PhotoExport, requestExport as requestExportEndpoint } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { explainAnswer } from './explain-answer.ts';

/** Asks for an export of the whole library [EXP-30]; one that has failed already is an error [EXP-11]. */
export async function requestExport(channel: string): Promise<PhotoExport> {
  const asked = await explainAnswer(call(requestExportEndpoint, { body: { channel } }));
  if (asked.status === 'FAILED') throw new Error('Unable to generate backup request!');
  return asked;
}
