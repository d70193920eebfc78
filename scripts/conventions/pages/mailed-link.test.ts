import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isProduction } from '../measure-shape.ts';
import { readSources } from '../sources.ts';
import { createReader } from './declarations.ts';
import { listRegistrations } from './registrations.ts';
import { listServerFiles } from './server-files.ts';
import { sliceRoom, type Tools } from './slice.ts';

const FEATURE = 'apps/web/src/features/account/newsletter/';
const PAGES = [
  'NewsletterPage',
  'ConfirmSubscriptionPage',
  'SubscriptionConfirmedPage',
  'SubscriptionErrorPage',
];
const sources = readSources();
const CALLS = ['subscribeToNewsletter', 'confirmSubscription'];

/** The files outside the two folders that the pages of the newsletter's link touch. */
function outsideOf(all: typeof sources): string[] {
  const tools: Tools = { sources: all, files: [...all.keys()].filter(isProduction), read: createReader(all) };
  const outside = PAGES.flatMap((name) => {
    const page = { file: `${FEATURE}index.ts`, name };
    const { files, foreign } = sliceRoom(tools, FEATURE, { names: [page] });
    const calls = foreign.filter((each) => each.file.startsWith('packages/') && CALLS.includes(each.name));
    const { doors } = listServerFiles(tools, calls);
    return listRegistrations(tools, { page, room: FEATURE, calls, doors, own: files });
  });
  return [...new Set(outside)].sort();
}

describe('the files of a mail with a confirmation link', () => {
  const [, rest = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split(
    '## Add a mail with a confirmation link\n',
  );
  const [section = ''] = rest.split('\n## ');
  const named = [...section.matchAll(/`((?:apps|packages)\/[^`<*]+\.\w+)`/g)].map(([, file = '']) => file);

  test('are eleven in CONTRIBUTING.md, with all that touch it outside its two folders', () => {
    expect(new Set(named).size).toBe(11);
    expect(named.filter((file) => !/\/(features|modules)\//.test(file)).toSorted()).toEqual(
      outsideOf(sources),
    );
  });

  test('include a registration that is planted', () => {
    const planted = 'apps/web/src/app/planted.ts';
    const text = "export const withoutSession = ['/subscription-confirmation'];";
    expect(outsideOf(new Map([...sources, [planted, text]]))).toContain(planted);
  });
});
