import {
  appConfiguration,
  CONFIGURATION_PATH,
  channelPath,
  DEFAULT_LOCALE,
  localePath,
  PAGE_SETTINGS_ID,
  pageSettings,
  publicChannel,
} from '@keepsake/contracts';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { sendRequest } from '#/shared/api/send-request.ts';
import type { Settings } from '#/shared/configuration.tsx';

/** What the server wrote into the page, unless the visit has asked for another channel than the page was made for. */
function readGivenSettings(askedChannel: string | null): Settings | null {
  const text = document.getElementById(PAGE_SETTINGS_ID)?.textContent;
  const given = text ? pageSettings.safeParse(JSON.parse(text)).data : undefined;
  const isForVisit = askedChannel === null || askedChannel === given?.configuration.channel;
  return given && isForVisit ? given : null;
}

/** The settings that came with the page; else loads the configuration, then the channel it names [CFG-01, CFG-03]. */
export async function loadSettings(askedChannel: string | null): Promise<Settings> {
  const given = readGivenSettings(askedChannel);
  if (given) return given;
  const query = askedChannel ? `?channel=${encodeURIComponent(askedChannel)}` : '';
  const configuration = await fetchChecked(
    'getConfiguration',
    `${CONFIGURATION_PATH}${query}`,
    appConfiguration,
  );
  // The identifier is empty for an unknown host [ERR-07].
  if (configuration.channel === '') throw new Error('Unable to extract channel ID!');
  const channel = await fetchChecked('getChannel', channelPath(configuration.channel), publicChannel);
  return { configuration, channel };
}

/** Our tests check that the texts are complete; here it is enough that they are an object. */
const textsSchema = {
  safeParse: (value: unknown) =>
    typeof value === 'object' && value !== null
      ? ({ success: true, data: value as ResourceLanguage } as const)
      : ({ success: false, error: new Error('The texts are no object') } as const),
};

type Texts = { locale?: string; textsUrl?: string | undefined };

/** Loads the texts of a locale [CFG-02], as a brand words them, and makes them those of the page; en-GB by default [CFG-05]. */
export async function loadTexts({ locale = DEFAULT_LOCALE, textsUrl }: Texts = {}): Promise<void> {
  const translation = await fetchChecked('getTexts', textsUrl ?? localePath(locale), textsSchema);
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation } },
    interpolation: { escapeValue: false },
  });
}

type Schema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: unknown };
};

/** Loads one of the files at the root of the host and checks it against its schema. Throws an ApiProblem. */
async function fetchChecked<T>(endpoint: string, url: string, schema: Schema<T>): Promise<T> {
  const { response, correlationId } = await sendRequest({ endpoint, method: 'GET', url, token: null });
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const { status } = response;
  throw new ApiProblem(
    { status, url, code: 'invalid-response', correlationId, endpoint },
    { cause: parsed.error },
  );
}
