import type { saveVoucher } from '@keepsake/contracts/orders/vouchers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { App } from '../app.ts';
import { DAY_MS } from '../platform/clock.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

type DemoVoucher = Omit<BodyOf<typeof saveVoucher>, 'version'> & { code: string };

/** A code that anybody may add, and each demo customer's own vouchers: one ending soon, one ended, one with a minimum. */
function listVouchers(now: Date): DemoVoucher[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const everyday = { title: '£5 off anything', value: { amount: { GBP: 500, EUR: 600, SEK: 6_500 } } };
  const personal = DEMO_CUSTOMERS.flatMap(({ id: customerId, email }): DemoVoucher[] => {
    const name = email.split('@')[0]?.toUpperCase() ?? '';
    return [
      {
        code: `${name}-BOOK20`,
        customerId,
        title: '20% off your next photo book',
        value: { percent: 20 },
        minimum: { GBP: 2_500, EUR: 2_900, SEK: 29_000 },
        goodFor: { title: 'Photo books', articleTypes: ['PhotoBook'] },
        uses: 'once',
        endsAt: inDays(75),
      },
      {
        code: `${name}-PRINTS`,
        customerId,
        title: '10% off prints',
        value: { percent: 10 },
        goodFor: { title: 'Photo prints', articleTypes: ['Print'] },
        uses: 'unlimited',
        endsAt: inDays(5),
      },
      {
        code: `${name}-SUMMER`,
        customerId,
        title: 'Summer treat',
        value: { amount: { GBP: 300, EUR: 350, SEK: 3_900 } },
        uses: 'once',
        endsAt: inDays(-12),
      },
    ];
  });
  return [{ ...everyday, code: 'KEEPSAKE-5', uses: 'once-per-customer' }, ...personal];
}

type Load = { demoShop: NonNullable<App['demoShop']>; now: Date; signal: AbortSignal };

/** Saves the demo's vouchers through the intake, like any service. */
export async function loadVouchers({ demoShop, now, signal }: Load): Promise<void> {
  for (const { code, ...voucher } of listVouchers(now)) {
    if (signal.aborted) return;
    await demoShop.saveVoucher(code, { version: 1, ...voucher });
  }
}
