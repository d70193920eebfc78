import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { lenderOf } from '../platform/languages.ts';

type Written = {
  book: string;
  products: string[];
  occasion: string;
  cards: string;
  message: string;
  reason: string;
  entryReason: string;
  issue: { subject: string; text: string };
};

/** What customers and operators wrote, in their language: natives read these mails as pictures. */
const WRITTEN: Record<string, Written> = {
  'en-GB': {
    book: 'Our summer between Kent and the Isle of Wight',
    products: ['Photo book Premium A4, 48 pages', 'Wall calendar A3'],
    occasion: 'Grandma’s 80th birthday',
    cards: 'Folded cards, set of 10',
    message: 'Look what we made of our holidays!\nLove, Noah',
    reason: 'Three invoices have not been paid.',
    entryReason: 'The entry shows somebody who has not agreed to it.',
    issue: { subject: 'Photo books for autumn', text: 'New covers in linen.\n\nSee them in the shop.' },
  },
  'de-AT': {
    book: 'Unser Sommer zwischen Bodensee und Großglockner',
    products: ['Fotobuch Premium A4, 48 Seiten', 'Wandkalender A3'],
    occasion: 'Omas 80. Geburtstag',
    cards: 'Klappkarten, 10 Stück',
    message: 'Schau, was aus unserem Urlaub geworden ist!\nAlles Liebe, Noah',
    reason: 'Drei Rechnungen sind nicht bezahlt.',
    entryReason: 'Der Eintrag zeigt eine Person, die nicht zugestimmt hat.',
    issue: {
      subject: 'Fotobücher für den Herbst',
      text: 'Neue Einbände aus Leinen.\n\nJetzt in unserem Shop.',
    },
  },
  'nl-NL': {
    book: 'Onze zomer tussen Vlieland en de Biesbosch',
    products: ['Fotoboek Premium A4, 48 pagina’s', 'Wandkalender A3'],
    occasion: 'De 80e verjaardag van oma',
    cards: 'Dubbele kaarten, 10 stuks',
    message: 'Kijk eens wat we van onze vakantie hebben gemaakt!\nLiefs, Noah',
    reason: 'Drie facturen zijn niet betaald.',
    entryReason: 'Op de inzending staat iemand die daar geen toestemming voor heeft gegeven.',
    issue: {
      subject: 'Fotoboeken voor de herfst',
      text: 'Nieuwe linnen omslagen.\n\nBekijk ze in de winkel.',
    },
  },
  'fr-FR': {
    book: 'Notre été entre le Vercors et la presqu’île de Crozon',
    products: ['Livre photo Premium A4, 48 pages', 'Calendrier mural A3'],
    occasion: 'les 80 ans de Mamie',
    cards: 'Cartes doubles, lot de 10',
    message: 'Regardez ce que nous avons fait de nos vacances\u202f!\nBises, Noah',
    reason: 'Trois factures ne sont pas payées.',
    entryReason: 'La création montre une personne qui n’a pas donné son accord.',
    issue: {
      subject: 'Des livres photo pour l’automne',
      text: 'Nouvelles couvertures en lin.\n\nÀ découvrir dans la boutique.',
    },
  },
  'sv-SE': {
    book: 'Vår sommar mellan Österlen och Höga kusten',
    products: ['Fotobok Premium A4, 48 sidor', 'Väggkalender A3'],
    occasion: 'Mormors 80-årsdag',
    cards: 'Dubbelvikta kort, 10 st',
    message: 'Titta vad vi gjorde av semestern!\nKram, Noah',
    reason: 'Tre fakturor är obetalda.',
    entryReason: 'Bidraget visar någon som inte har gett sitt samtycke.',
    issue: { subject: 'Fotoböcker till hösten', text: 'Nya omslag i linne.\n\nSe dem i butiken.' },
  },
};

/** What is written in mails in a language, or else in the one that lends it texts, or in English. */
export const writtenIn = (locale: string): Written =>
  WRITTEN[locale] ?? WRITTEN[lenderOf(locale) ?? DEFAULT_LOCALE] ?? (WRITTEN[DEFAULT_LOCALE] as Written);
