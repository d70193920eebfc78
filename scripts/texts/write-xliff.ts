import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { lengthLimitOf } from '@keepsake/contracts/platform/text-lengths';
import { XMLBuilder } from 'fast-xml-parser';
import type { Sources } from '../conventions/imports.ts';
import { describeText } from './descriptions.ts';
import { type Entry, type Language, listEntries } from './entries.ts';
import { toShared } from './notation.ts';
import { isCurrent, readRecord, type SourceRecord } from './records.ts';
import { findUsages, type Place } from './usages.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/**
 * All texts of a language as XLIFF 1.2 for a translation system: each with its English, where it is used, what it is and how long it may
 * be. A translation of an earlier English is marked as one to look at again.
 */
export function writeXliff(files: Sources, language: Language, sources: Sources): string {
  const record = readRecord(files, language);
  const placesOf = findUsages(sources);
  const units = listEntries(files, language).map((entry) =>
    unitOf(entry, { language, record, places: placesOf(entry) }),
  );
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    xliff: {
      '@version': '1.2',
      '@xmlns': 'urn:oasis:names:tc:xliff:document:1.2',
      file: {
        '@original': 'keepsake',
        '@source-language': DEFAULT_LOCALE,
        '@target-language': language.locale,
        '@datatype': 'plaintext',
        body: { 'trans-unit': units },
      },
    },
  });
}

type Described = { language: Language; record: SourceRecord; places: readonly Place[] };

function unitOf(entry: Entry, { language, record, places }: Described): object {
  const limit = lengthLimitOf(entry.id);
  const id = unitIdOf(entry);
  const named = limit && { kind: limit.place, isVague: false };
  const kind = named ?? places.find((place) => place.kind !== null)?.kind ?? null;
  const state = isCurrent(entry, record) ? 'translated' : 'needs-review-translation';
  const target = entry.text !== undefined && {
    '@state': state,
    '#text': toShared(entry.text, entry.area.form),
  };
  return {
    '@id': id,
    '@resname': id,
    ...(limit && { '@maxwidth': limit.most, '@size-unit': 'char' }),
    '@xml:space': 'preserve',
    source: toShared(entry.english, entry.area.form),
    ...(target && { target }),
    'context-group': (places.length > 0
      ? places
      : [{ file: `${entry.area.source}/${DEFAULT_LOCALE}.json`, line: 1, kind: null }]
    ).map(contextOf),
    note: { '@from': 'developer', '#text': describeText(entry, language.locale, kind) },
  };
}

/** The id of a text in files for translators: the plural form after `_` on both sides. */
export const unitIdOf = ({ id, plural }: Entry) =>
  plural === null ? id : `${id.slice(0, -plural.length - 1)}_${plural}`;

const contextOf = ({ file, line }: Place) => ({
  '@purpose': 'location',
  context: [
    { '@context-type': 'sourcefile', '#text': file },
    { '@context-type': 'linenumber', '#text': line },
  ],
});
