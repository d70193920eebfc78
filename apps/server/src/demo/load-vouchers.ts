import type { App } from '../app.ts';
import { defaultChannel } from '../modules/frame/channels/index.ts';
import { listDemoVouchers } from './demo-vouchers.ts';

type Load = { demoShop: NonNullable<App['demoShop']>; now: Date; signal: AbortSignal };

/** Saves the demo's vouchers through the intake, like any service, in the language that its customers register in. */
export async function loadVouchers({ demoShop, now, signal }: Load): Promise<void> {
  for (const { code, ...voucher } of listDemoVouchers(now, defaultChannel().locale)) {
    if (signal.aborted) return;
    await demoShop.saveVoucher(code, { version: 1, ...voucher });
  }
}
