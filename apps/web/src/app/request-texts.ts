import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE, localePath } from '@keepsake/contracts/platform/start-of-page';
import type { ResourceLanguage } from 'i18next';
import { fetchChecked } from './fetch-checked.ts';

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
