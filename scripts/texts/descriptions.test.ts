import { expect, test } from 'vitest';
import { readSources, readTexts } from '../conventions/sources.ts';
import { kindInCode } from './kinds.ts';
import { writeXliff } from './write-xliff.ts';

const notes = new Map(
  writeXliff(readTexts(), { locale: 'de-AT', folder: null }, readSources())
    .split('<trans-unit ')
    .map((unit) => [/^id="([^"]+)"/.exec(unit)?.[1] ?? '', /<note [^>]*>([^<]*)</.exec(unit)?.[1] ?? '']),
);

test('no description says of a text that it is a text, and each says what it belongs to', () => {
  const described = [...notes].filter(([id]) => id !== '');
  expect(described.length).toBeGreaterThan(2000);
  expect(described.filter(([, note]) => note === '' || /(: |^)text\./i.test(note))).toEqual([]);
});

test.each([
  ['web:deleted.empty', 'button'],
  ['web:orders.status.Sent', 'label in a list or beside a field'],
  ['web:orders.orderFailed', 'says what went wrong'],
  ['web:addresses.delete', 'button'],
  ['web:newsletter.left', 'message that appears for a moment'],
  ['web:invoices.tax', 'heading of a column'],
  ['web:addresses.changeOne', 'said by screen readers only'],
  ['web:changeEmail.undo.text', 'sentences of a page, a dialog or a mail'],
  ['web:details.order', 'link'],
])('%s is a %s', (id, kind) => {
  expect(notes.get(id)).toMatch(new RegExp(`: ${kind}\\.( |$)`));
});

test.each([
  ["<Button onClick={() => void save()}>{t('", 'button'],
  ["<h2>{title}</h2> <p>{t('", 'text of a paragraph'],
  ["<p>Closed</p> {t('", undefined],
  ["useState<string>('", undefined],
])('code before a text such as %s tells its kind', (before, kind) => {
  expect(kindInCode(`${before}a.b')}`, before.length - 1)?.kind).toBe(kind);
});
