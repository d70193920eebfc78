import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE, localePath } from '@keepsake/contracts/platform/start-of-page';
import type { ResourceLanguage } from 'i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { sendRequest } from '#/shared/api/send-request.ts';
import { readJson } from '#/shared/json.ts';

/** Only requires an object: our tests check that the texts are complete. */
const textsSchema = {
  safeParse: (value: unknown) =>
    typeof value === 'object' && value !== null
      ? ({ success: true, data: value as ResourceLanguage } as const)
      : ({ success: false, error: new Error('The texts are no object') } as const),
};

/** Requests the texts of a channel, or of its locale if it overrides none. Throws an ApiProblem. */
export const requestTexts = ({ locale = DEFAULT_LOCALE, textsUrl }: Partial<PublicChannel>) =>
  fetchChecked('getTexts', textsUrl ?? localePath(locale), textsSchema);

type Schema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: unknown };
};

/** Loads a JSON file from the root of the host and validates it against its schema. Throws an ApiProblem. */
export async function fetchChecked<T>(endpoint: string, url: string, schema: Schema<T>): Promise<T> {
  const { response, correlationId } = await sendRequest({ endpoint, method: 'GET', url, token: null });
  const parsed = schema.safeParse(await readJson(response));
  if (parsed.success) return parsed.data;
  const { status } = response;
  throw new ApiProblem(
    { status, url, code: 'invalid-response', correlationId, endpoint },
    { cause: parsed.error },
  );
}
