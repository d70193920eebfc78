import { DAY_MS } from '../platform/clock.ts';
import { DAY, type Item, type Sketch } from './compose-past-order.ts';

/** Selects photos of a library: the newest of those taken before an order, this many hours ago. */
export type ChoosePhotos = (hoursAgo: number, count: number) => string[];

const prints = (photoIds: string[], more: Partial<Item> = {}): Item => ({
  article: 'PAP_910',
  title: 'Photo prints 10 × 15 cm',
  quantity: Math.max(1, photoIds.length),
  price: 19 * Math.max(1, photoIds.length),
  photoIds,
  isPersonalised: true,
  ...more,
});
const book = (photoIds: string[], more: Partial<Item> = {}): Item => ({
  article: 'BOOK_A4L_24',
  title: 'Photo book, landscape, 24 pages',
  quantity: 1,
  price: 3_499,
  photoIds,
  isPersonalised: true,
  ...more,
});
const canvas = (photoIds: string[], more: Partial<Item> = {}): Item => ({
  article: 'CANVAS_4060',
  title: 'Canvas 40 × 60 cm',
  quantity: 1,
  price: 4_495,
  photoIds,
  isPersonalised: true,
  ...more,
});
const frame = (more: Partial<Item> = {}): Item => ({
  article: 'FRA_910',
  title: 'Picture frame 10 × 15 cm',
  quantity: 1,
  price: 899,
  ...more,
});

/** Orders of the consumer that are in progress or recent, in every state. */
export function listRecentOrders(photos: ChoosePhotos, now: Date): Sketch[] {
  const nextMonth = new Date(now.getTime() + 40 * DAY_MS).toISOString();
  const inPennyfern = { channel: 'pennyfern' };
  return [
    { ...inPennyfern, name: 'unpaid', hoursAgo: 2 * DAY, fate: 'unpaid', items: [prints(photos(48, 4))] },
    {
      ...inPennyfern,
      name: 'ordered',
      hoursAgo: 20,
      items: [
        canvas(photos(20, 1), {
          voucher: 'AUTUMN10',
          voucherDetails: { title: '£10 off canvases', amount: 1_000, expiresAt: nextMonth },
        }),
        frame({
          quantity: 2,
          price: 1_798,
          discounts: [{ title: 'Second frame at half price', amount: 449 }],
        }),
      ],
    },
    { ...inPennyfern, name: 'in production', hoursAgo: 55, items: [prints(photos(55, 6)), frame()] },
    {
      ...inPennyfern,
      name: 'delayed',
      hoursAgo: 70,
      delay: 'quality-check',
      items: [prints(photos(70, 3), { article: 'PAP_920', title: 'Photo prints 20 × 30 cm', price: 447 })],
    },
    { ...inPennyfern, name: 'under way', hoursAgo: 108, hasCover: true, items: [book(photos(108, 12))] },
    {
      ...inPennyfern,
      name: 'to collect',
      hoursAgo: 120,
      deliveryType: 'PickupPoint',
      items: [prints(photos(120, 4))],
    },
    {
      ...inPennyfern,
      name: 'two plants',
      hoursAgo: 90,
      items: [
        book(photos(90, 10), {
          title: 'Photo book, square, 36 pages',
          price: 4_299,
          part: { number: 1, hours: 200 },
        }),
        prints(photos(90, 5), { part: { number: 2, hours: 80 } }),
      ],
    },
    {
      ...inPennyfern,
      name: 'delivered',
      hoursAgo: 8 * DAY,
      items: [canvas(photos(192, 1)), prints(photos(192, 5))],
    },
    {
      ...inPennyfern,
      name: 'cancelled',
      hoursAgo: 10 * DAY,
      fate: 'cancelled',
      items: [book(photos(240, 6))],
    },
    {
      ...inPennyfern,
      name: 'partly cancelled',
      hoursAgo: 13 * DAY,
      cancelled: [1],
      items: [
        prints(photos(312, 6)),
        frame({ article: 'FRA_920', title: 'Picture frame 20 × 30 cm', price: 1_999 }),
      ],
    },
  ];
}

/** The number of orders the consumer has placed over the years, and the days between two of them. */
const HISTORY = 120;
const EVERY_DAYS = 20;

/** The consumer's orders over the years: small ones, and occasionally a large one. */
export function listEarlierOrders(photos: ChoosePhotos): Sketch[] {
  return Array.from({ length: HISTORY }, (_, at): Sketch => {
    const hoursAgo = DAY * (20 + at * EVERY_DAYS);
    const some = (count: number) => photos(hoursAgo, count);
    return {
      name: `earlier ${at}`,
      hoursAgo,
      channel: 'pennyfern',
      ...(at % 23 === 11 && { fate: 'cancelled' }),
      ...(at % 9 === 4 && { delay: 'production-delay' }),
      ...(at % 6 === 5 && { deliveryType: 'PickupPoint' }),
      items: earlierItems(at, some),
    };
  });
}

function earlierItems(at: number, some: (count: number) => string[]): Item[] {
  const sale = { discounts: [{ title: 'Summer sale', amount: 350 }] };
  const welcome = {
    voucher: 'WELCOME5',
    voucherDetails: { title: '£5 for new customers', amount: 500, expiresAt: '2021-12-31T23:59:59Z' },
  };
  switch (at % 8) {
    case 1:
      return [book(some(18), at % 3 === 0 ? sale : {})];
    case 3:
      return [prints(some(5)), frame()];
    case 4:
      return [
        {
          article: 'CAL_A4',
          title: 'Wall calendar A4',
          quantity: 2,
          price: 3_198,
          photoIds: some(12),
          isPersonalised: true,
        },
      ];
    case 6:
      return [
        {
          article: 'MUG_WHITE',
          title: 'Photo mug',
          quantity: 1,
          price: 1_099,
          photoIds: some(1),
          isPersonalised: true,
        },
        prints(some(3)),
      ];
    case 7:
      return [canvas(some(1), at > 100 ? welcome : {})];
    default:
      return [prints(some(4 + (at % 7)))];
  }
}
