import { STORAGE_MONTHS } from '@keepsake/contracts/library/retention';
import { DAY, type Item, type Sketch } from './compose-past-order.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

const item = (article: string, title: string, price: number, more: Partial<Item> = {}): Item => ({
  article,
  title,
  quantity: 1,
  price,
  ...more,
});

/** Hours since some days before a customer registered: an order of that time does not extend the storage. */
const beforeRegistration = (daysToDeletion: number) =>
  Math.round((STORAGE_MONTHS * 30.5 + 7 - daysToDeletion) * DAY);

/** Orders of the other demo customers, in the currencies of the brands. */
export function listOtherOrders(): { customer: (typeof DEMO_CUSTOMERS)[number]; sketches: Sketch[] }[] {
  const [, noah, studio, mara, otto, lena] = DEMO_CUSTOMERS;
  const inSweden = { channel: 'stundbo' };
  const inAustria = { channel: 'bildersonn' };
  const marlow = { channel: 'pennyfern', buyer: { company: 'Studio Marlow Ltd', vatId: 'GB999999918' } };
  return [
    {
      customer: noah,
      sketches: [
        {
          ...inSweden,
          name: 'under way',
          hoursAgo: 112,
          items: [item('FRA_913', 'Fotoram 13 × 18 cm', 13_900)],
        },
        {
          ...inSweden,
          name: 'collected',
          hoursAgo: 60 * DAY,
          deliveryType: 'PickupPoint',
          items: [item('FRA_910', 'Fotoram 10 × 15 cm', 32_700, { quantity: 3 })],
        },
      ],
    },
    {
      customer: lena,
      sketches: [
        {
          ...inAustria,
          name: 'in production',
          hoursAgo: 72,
          delay: 'production-delay',
          items: [item('CAL_A3', 'Wandkalender A3', 2_799, { isPersonalised: true })],
        },
        {
          ...inAustria,
          name: 'delivered',
          hoursAgo: 45 * DAY,
          items: [
            item('BOOK_A4L_24', 'Fotobuch A4 quer, 24 Seiten', 3_999, {
              isPersonalised: true,
              voucher: 'HERBST5',
              voucherDetails: { title: '5 € auf Fotobücher', amount: 500 },
            }),
            item('FRA_910', 'Bilderrahmen 10 × 15 cm', 1_998, { quantity: 2 }),
          ],
        },
      ],
    },
    {
      customer: studio,
      sketches: [
        {
          ...marlow,
          name: 'in production',
          hoursAgo: 60,
          items: [
            ['PAP_910', 'Photo prints 10 × 15 cm', 7_600, 400],
            ['PAP_920', 'Photo prints 20 × 30 cm', 5_960, 40],
            ['BOOK_A4L_48', 'Photo book, landscape, 48 pages', 29_940, 6],
            ['CANVAS_4060', 'Canvas 40 × 60 cm', 13_485, 3],
            ['FRA_920', 'Picture frame 20 × 30 cm', 19_990, 10],
            ['CARD_10', 'Greeting cards, set of 10', 4_495, 5],
          ].map(([article, title, price, quantity]) =>
            item(String(article), String(title), Number(price), {
              quantity: Number(quantity),
              isPersonalised: article !== 'FRA_920',
            }),
          ),
        },
        {
          ...marlow,
          name: 'delivered',
          hoursAgo: 33 * DAY,
          items: [item('PAP_910', 'Photo prints 10 × 15 cm', 4_750, { quantity: 250, isPersonalised: true })],
        },
      ],
    },
    {
      customer: mara,
      sketches: [
        {
          channel: 'kiekhof',
          name: 'long ago',
          hoursAgo: beforeRegistration(mara.daysToDeletion),
          items: [item('BOOK_A5L_24', 'Fotoboek A5 liggend, 24 pagina’s', 2_499, { isPersonalised: true })],
        },
      ],
    },
    {
      customer: otto,
      sketches: [
        {
          channel: 'cliclune',
          name: 'long ago',
          hoursAgo: beforeRegistration(otto.daysToDeletion),
          cancelled: [1],
          items: [
            item('BOOK_A4L_24', 'Livre photo A4 paysage, 24 pages', 3_999, { isPersonalised: true }),
            item('FRA_910', 'Cadre photo 10 × 15 cm', 999),
          ],
        },
      ],
    },
  ];
}
