import { LOCALES, type Locale } from '@keepsake/contracts/frame/configuration';
import type { saveVoucher } from '@keepsake/contracts/orders/vouchers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { DAY_MS } from '../platform/clock.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

type DemoVoucher = Omit<BodyOf<typeof saveVoucher>, 'version'> & { code: string };

type Titles = Record<'anything' | 'book' | 'books' | 'prints' | 'printed' | 'summer', string>;

/** What the shop calls its vouchers, and what they are good for: a voucher has one title, in its customer's language. */
const TITLES: Record<(typeof LOCALES)[number], Titles> = {
  'en-GB': {
    anything: 'A thank-you from us',
    book: '20% off your next photo book',
    books: 'Photo books',
    prints: '10% off prints',
    printed: 'Photo prints',
    summer: 'Summer treat',
  },
  'de-AT': {
    anything: 'Ein Dankeschön von uns',
    book: '20\u00a0% auf Ihr nächstes Fotobuch',
    books: 'Fotobücher',
    prints: '10\u00a0% auf Abzüge',
    printed: 'Fotoabzüge',
    summer: 'Sommergeschenk',
  },
  'nl-NL': {
    anything: 'Een bedankje van ons',
    book: '20% korting op je volgende fotoboek',
    books: 'Fotoboeken',
    prints: '10% korting op afdrukken',
    printed: 'Fotoafdrukken',
    summer: 'Zomercadeau',
  },
  'fr-FR': {
    anything: 'Un merci de notre part',
    book: '20\u202f% sur votre prochain livre photo',
    books: 'Livres photo',
    prints: '10\u202f% sur les tirages',
    printed: 'Tirages photo',
    summer: 'Cadeau d’été',
  },
  'sv-SE': {
    anything: 'Ett tack från oss',
    book: '20\u00a0% på din nästa fotobok',
    books: 'Fotoböcker',
    prints: '10\u00a0% på papperskopior',
    printed: 'Papperskopior',
    summer: 'Sommarpresent',
  },
};

const titlesIn = (locale: Locale): Titles => TITLES[LOCALES.find((own) => own === locale) ?? 'en-GB'];

/** A code that anybody may add, and each demo customer's own vouchers: one ending soon, one ended, one with a minimum. */
export function listDemoVouchers(now: Date, locale: Locale): DemoVoucher[] {
  const titles = titlesIn(locale);
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const everyday = { title: titles.anything, value: { amount: { GBP: 500, EUR: 600, SEK: 6_500 } } };
  const personal = DEMO_CUSTOMERS.flatMap(({ id: customerId, email }): DemoVoucher[] => {
    const name = email.split('@')[0]?.toUpperCase() ?? '';
    return [
      {
        code: `${name}-BOOK20`,
        customerId,
        title: titles.book,
        value: { percent: 20 },
        minimum: { GBP: 2_500, EUR: 2_900, SEK: 29_000 },
        goodFor: { title: titles.books, articleTypes: ['PhotoBook'] },
        uses: 'once',
        endsAt: inDays(75),
      },
      {
        code: `${name}-PRINTS`,
        customerId,
        title: titles.prints,
        value: { percent: 10 },
        goodFor: { title: titles.printed, articleTypes: ['Print'] },
        uses: 'unlimited',
        endsAt: inDays(5),
      },
      {
        code: `${name}-SUMMER`,
        customerId,
        title: titles.summer,
        value: { amount: { GBP: 300, EUR: 350, SEK: 3_900 } },
        uses: 'once',
        endsAt: inDays(-12),
      },
    ];
  });
  return [{ ...everyday, code: 'KEEPSAKE-5', uses: 'once-per-customer' }, ...personal];
}
