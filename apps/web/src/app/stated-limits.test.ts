import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { EXPORT_READY_HOURS, EXPORT_VALID_DAYS } from '@keepsake/contracts/library/exports';
import { MAX_DOWNLOAD_PHOTOS } from '@keepsake/contracts/platform/limits';
import { flattenTexts, type NestedTexts } from '@keepsake/contracts/platform/text-tables';
import { expect, test } from 'vitest';

/** Texts in the words of the specification, numbers included, and the limit that each says. */
const STATED: Record<string, number> = {
  'download.tooMany': MAX_DOWNLOAD_PHOTOS,
  'export.processing': EXPORT_READY_HOURS,
  'export.requested': EXPORT_READY_HOURS,
  'export.valid': EXPORT_VALID_DAYS,
};

const files = import.meta.glob<NestedTexts>('../../locales/*.json', { eager: true, import: 'default' });

test.each(LOCALES)(
  'texts of the specification say the limits that hold in %s [DWN-12, EXP-03, EXP-05, EXP-09]',
  (locale) => {
    const texts = flattenTexts(files[`../../locales/${locale}.json`] ?? {});
    const stated = Object.keys(STATED).map((key) => [key, Number(/\d+/.exec(texts[key] ?? '')?.[0])]);
    expect(Object.fromEntries(stated)).toEqual(STATED);
  },
);
