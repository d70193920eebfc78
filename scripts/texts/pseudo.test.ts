import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkChannels } from '../../apps/server/src/modules/frame/channels/index.ts';
import { pseudoText, writePseudoBrands } from './pseudo.ts';

test.each([
  ['Overview', '⟦Öövééŕvííééŵ'],
  ['{{count, number}} photos', '⟦{{count, number}} pĥööţööš'],
  ['Photos copied to <albumLink>{{name}}</albumLink>', '<albumLink>{{name}}</albumLink>'],
  ['We keep your photos until {date}', '{date}'],
  ['See https://example.com/faq', 'https://example.com/faq'],
])('%s becomes longer, and keeps its values, tags and addresses', (text, part) => {
  const longer = pseudoText(text);
  expect(longer).toContain(part);
  expect(longer.length).toBeGreaterThan(text.length * 1.2);
});

test('a text without words stays as it is, and one with a limit within it', () => {
  expect(pseudoText('{{time}}')).toBe('{{time}}');
  expect(pseudoText('Photos', 6)).toBe('Pĥöţöš');
  for (const most of [10, 14, 20]) expect(pseudoText('Add photos', most).length).toBeLessThanOrEqual(most);
});

test('brands in longer words are a valid channels file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepsake-pseudo-'));
  const { value, faults } = await checkChannels(writePseudoBrands(folder));
  rmSync(folder, { recursive: true });
  expect(faults).toBeUndefined();
  expect(value?.[0]).toMatch(/^all well\. Pennyfern/);
});
