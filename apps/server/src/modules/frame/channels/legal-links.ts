import { LEGAL_PAGES, type LegalPageKind, type PublicChannel } from '@keepsake/contracts/frame/configuration';
import { findLegalPage, legalTextsFor } from '../legal/index.ts';
import type { Channel } from './channels-file.ts';

/** Below it are the legal texts that Keepsake shows, at `/<channel>/<kind>`. */
export const LEGAL_PATH = '/legal';

/** Links to all legal pages that a brand has, in a language: absolute, or paths on this site. */
export function legalLinksOf(
  { id, locale, legalPages }: Pick<Channel, 'id' | 'locale' | 'legalPages'>,
  language: string,
): PublicChannel['legalLinks'] {
  const t = legalTextsFor(language, id);
  return LEGAL_PAGES.flatMap((kind) => {
    const found = findLegalPage(legalPages, { kind, language, locale });
    if (!found) return [];
    const { page } = found;
    return [{ label: t(kind), url: 'url' in page ? page.url : pathOf(kind) }];
  });

  function pathOf(kind: LegalPageKind): string {
    const path = `${LEGAL_PATH}/${id}/${kind}`;
    return language === locale ? path : `${path}?language=${language}`;
  }
}
