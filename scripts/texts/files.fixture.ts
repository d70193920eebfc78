import { LOCALES } from '@keepsake/contracts/frame/configuration';
import type { Sources } from '../conventions/imports.ts';
import { listEntries } from './entries.ts';
import { hashOf, recordFileOf, writeRecord } from './records.ts';

const WEB = 'apps/web/locales';
const SERVER = 'apps/server/src/modules/library/retention/texts';

const ENGLISH = {
  web: { home: { title: 'Overview', photos_one: '{{count}} photo', photos_other: '{{count}} photos' } },
  server: { subject: 'We keep your photos until {date}', button: 'Go to my photos' },
};
const GERMAN: typeof ENGLISH = {
  web: { home: { title: 'Überblick', photos_one: '{{count}} Foto', photos_other: '{{count}} Fotos' } },
  server: { subject: 'Ihre Fotos sind bis zum {date} gespeichert', button: 'Zu meinen Fotos' },
};

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Texts of the web app and of one module in every language, all made from today's English. Other languages speak German here. */
export function makeFiles(): Sources {
  const files: Sources = new Map();
  for (const locale of LOCALES) {
    const { web, server } = locale === 'en-GB' ? ENGLISH : GERMAN;
    const home = { ...web.home, ...(locale === 'fr-FR' && { photos_many: '{{count}} Fotos' }) };
    files.set(`${WEB}/${locale}.json`, json({ home }));
    files.set(`${SERVER}/${locale}.json`, json(server));
  }
  for (const locale of LOCALES.filter((each) => each !== 'en-GB')) {
    const language = { locale, folder: null };
    const record = listEntries(files, language).map(({ id, english }) => [id, hashOf(english)]);
    files.set(recordFileOf(language), writeRecord(Object.fromEntries(record)));
  }
  return files;
}

/** Changes a piece of a file. Throws if the file lacks it. */
export function edit(files: Sources, file: string, [before, after]: [string, string]): void {
  const text = files.get(file) ?? '';
  if (!text.includes(before)) throw new Error(`${file} lacks ${before}`);
  files.set(file, text.replace(before, after));
}
export const webFile = (locale: string) => `${WEB}/${locale}.json`;
export const serverFile = (locale: string) => `${SERVER}/${locale}.json`;
