import { DEFAULT_LOCALE, localePath } from '@keepsake/contracts';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchChecked } from './fetch-checked.ts';

/** Texts are ours and tested for completeness; here it is enough that they are an object. */
const textsSchema = {
  safeParse: (value: unknown) =>
    typeof value === 'object' && value !== null
      ? ({ success: true, data: value as ResourceLanguage } as const)
      : ({ success: false, error: new Error('The texts are no object') } as const),
};

/** Loads the texts of a locale [CFG-02] and makes them those of the page; en-GB unless told [CFG-05]. */
export async function loadTexts(locale: string = DEFAULT_LOCALE): Promise<void> {
  const translation = await fetchChecked('getTexts', localePath(locale), textsSchema);
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation } },
    interpolation: { escapeValue: false },
  });
}
