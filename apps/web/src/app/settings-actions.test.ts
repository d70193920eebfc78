// @vitest-environment happy-dom
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { flattenTexts, type NestedTexts } from '@keepsake/contracts/platform/text-tables';
import { expect, test } from 'vitest';
import { contactsGroup, firmGroup } from '#/features/account/business/index.ts';
import { callbacksGroup } from '#/features/exchange/callbacks/index.ts';
import { groups } from '#/routes/_shell/settings/-groups.ts';

const all = [firmGroup, contactsGroup, callbacksGroup, ...groups];
const files = import.meta.glob<NestedTexts>('../../locales/*.json', { eager: true, import: 'default' });

test('the settings change what one form holds, and manage lists and pages with several things to do', () => {
  const keysWith = (action: string) => all.filter((group) => group.action === action).map(({ key }) => key);
  expect(keysWith('settings.change')).toEqual([
    'firm',
    'contacts',
    'personal-details',
    'email',
    'newsletter',
    'language',
  ]);
  expect(keysWith('settings.manage')).toEqual(['callbacks', 'security', 'addresses', 'payment', 'my-data']);
  expect(keysWith('deleteAccount.open')).toEqual(['delete-account']);
});

test.each(LOCALES)('in %s the whole name of an action contains the word that is seen', (locale) => {
  const texts = flattenTexts(files[`../../locales/${locale}.json`] ?? {});
  const seen = (key: string) => String(texts[key]).toLocaleLowerCase(locale);
  const without = all.filter(({ action, actionInFull }) => !seen(actionInFull).includes(seen(action)));
  expect(without.map(({ key }) => key)).toEqual([]);
});
