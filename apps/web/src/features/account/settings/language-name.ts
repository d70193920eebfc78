import type { Locale } from '@keepsake/contracts';

/** The languages of mails, each by its own name, which whoever wants it can read. */
const NAMES: Record<Locale, string> = {
  'en-GB': 'English',
  'de-AT': 'Deutsch',
  'nl-NL': 'Nederlands',
  'fr-FR': 'Français',
  'sv-SE': 'Svenska',
};

export const languageName = (locale: Locale): string => NAMES[locale];
