import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import type { Sources } from '../conventions/imports.ts';
import { faultOfPlace, listEntries } from './entries.ts';
import { findRecordFaults, readRecord, recordFileOf } from './records.ts';

/**
 * Lists translations whose English has changed since they were made, those of which nothing says what they were made from, and texts
 * that are too long for their place. `npm run texts -- renew` records a translation, one key at a time.
 */
export function checkTranslations(files: Sources): string[] {
  return LOCALES.flatMap((locale) => {
    const language = { locale, folder: null };
    const entries = listEntries(files, language);
    const long = entries.flatMap((entry) => faultOfPlace(entry) ?? []);
    if (locale === DEFAULT_LOCALE) return long;
    const faults = findRecordFaults(entries, readRecord(files, language));
    const record = recordFileOf(language);
    return [
      ...faults.stale.map(
        ({ file, id, key, english }) =>
          `${file}: '${key}' translates an earlier English text; it is now "${english}": translate it, then npm run texts -- renew ${locale} '${id}'`,
      ),
      ...faults.unrecorded.map(
        ({ file, id, key }) =>
          `${file}: '${key}' is not in ${record}: npm run texts -- renew ${locale} '${id}'`,
      ),
      ...faults.superfluous.map(
        (id) => `${record}: no text has the id '${id}': npm run texts -- renew ${locale} '${id}'`,
      ),
      ...faults.malformed.map((id) => `${record}: '${id}' is neither a hash nor a hash with a reason`),
      ...long,
    ];
  });
}
