import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import {
  completeTexts,
  flattenTexts,
  nestTexts,
  type TextTable,
  WEB_TEXTS,
} from '@keepsake/contracts/platform/text-tables';
import { lenderOf, type OwnTexts, ownTexts } from '../../../platform/languages.ts';
import { readWebTexts, WEB_AREA } from './own-texts.ts';

const compress = promisify(brotliCompress);

/** Texts ready to send: JSON, the same compressed with brotli, and an entity tag. */
type SentTexts = { json: string; brotli: Buffer; etag: string };

let from: OwnTexts | null = null;
const made = new Map<string, Promise<SentTexts>>();

/** The web app's texts in an offered language, with the wordings of a brand if one is given: built once. */
export function webTextsOf(locale: string, brand: string | null): Promise<SentTexts> {
  if (from !== ownTexts()) {
    from = ownTexts();
    made.clear();
  }
  const wordings = brand === null ? undefined : from.brands.get(brand)?.get(locale)?.[WEB_AREA];
  const key = wordings ? `${locale} ${brand}` : locale;
  const found = made.get(key) ?? putTogether(from, locale, wordings ?? {});
  made.set(key, found);
  return found;
}

async function putTogether(
  { languages }: OwnTexts,
  locale: string,
  wordings: Readonly<Record<string, string>>,
): Promise<SentTexts> {
  const tableOf = async (language: string): Promise<TextTable> =>
    (LOCALES as readonly string[]).includes(language)
      ? flattenTexts(await readWebTexts(language))
      : (languages.get(language)?.[WEB_AREA] ?? {});
  const english = await tableOf(DEFAULT_LOCALE);
  const lender = lenderOf(locale);
  const base = lender === null ? {} : await tableOf(lender);
  const texts = completeTexts(
    { ...(await tableOf(locale)), ...wordings },
    { locale, english, base, form: WEB_TEXTS },
  );
  const json = JSON.stringify(nestTexts(await readWebTexts(DEFAULT_LOCALE), texts));
  const digest = createHash('sha256').update(json).digest('base64url');
  return { json, brotli: await compress(json), etag: `W/"${digest}"` };
}
