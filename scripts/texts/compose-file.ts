import {
  type NestedTexts,
  nestTexts,
  type TextTable,
  WEB_TEXTS,
} from '@keepsake/contracts/platform/text-tables';
import type { Area } from './entries.ts';

type Given = { area: Area; english: string; existing: string | undefined };

/**
 * A file of texts with those of a table: all others stay, and so does the order. A new file is in the order and shape of the English
 * one.
 */
export function composeFile(table: TextTable, { area, english, existing }: Given): string {
  const isNested = area.form === WEB_TEXTS;
  const shape: NestedTexts =
    existing === undefined ? onlyOf(JSON.parse(english), table) : JSON.parse(existing);
  const texts = isNested ? nestTexts(shape, table) : { ...shape, ...table };
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** The texts that a table has, in their lists and groups. */
function onlyOf(texts: NestedTexts, table: TextTable, prefix = ''): NestedTexts {
  const found = Object.entries(texts).flatMap(([key, value]): [string, NestedTexts[string]][] => {
    if (typeof value === 'string') return prefix + key in table ? [[key, value]] : [];
    const inner = onlyOf(value as NestedTexts, table, `${prefix}${key}.`);
    return [[key, Array.isArray(value) ? (Object.values(inner) as NestedTexts[]) : inner]];
  });
  return Object.fromEntries(found);
}
