import { ApiProblem } from '#/shared/api/api-problem.ts';

/** An answer about an export that fails its schema says so in the specification's words [EXP-12]. */
export async function explainAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'invalid-response') throw error;
    throw new Error('Unable to parse response!', { cause: error });
  }
}
