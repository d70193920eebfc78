import { ApiProblem } from '#/shared/api/api-problem.ts';
import { sendRequest } from '#/shared/api/send-request.ts';

type Schema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: unknown };
};

/** Loads a JSON file from the root of the host and validates it against its schema. Throws an ApiProblem. */
export async function fetchChecked<T>(endpoint: string, url: string, schema: Schema<T>): Promise<T> {
  const { response, correlationId } = await sendRequest({ endpoint, method: 'GET', url, token: null });
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const { status } = response;
  throw new ApiProblem(
    { status, url, code: 'invalid-response', correlationId, endpoint },
    { cause: parsed.error },
  );
}
