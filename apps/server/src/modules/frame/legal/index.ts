export { COUNTRY_LAWS, type CountryLaw } from './country-laws.ts';
export {
  findLegalPage,
  type LegalPage,
  type LegalPages,
  legalPages,
  legalTextsFor,
} from './legal-pages.ts';
export type { LegalBlock, LegalSpan, LegalValues } from './legal-text.ts';
export { readLegalPages } from './read-legal-pages.ts';
